//: expect bug bounds 9
//: both
//: output index 4 is outside of its array
struct queue {
    int items[4], count;
} queue;
static void put(struct queue *q, int item)
{
    q->items[q->count++] = item;
}
int main(void)
{
    for (int i = 0; i < 5; i++)
        put(&queue, i);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
