//: expect bug bounds 9
struct pair {
    int first, rest[3];
} pair;
volatile int index = -1;

int main(void)
{
    return pair.rest[index];
}
