//: expect safe
//: options --property=assert
#include <assert.h>

struct queue {
    int items[4], count;
} queue;
volatile int at = 4;

int main(void)
{
    queue.items[at] = 7;
    assert(queue.count == 7);
    return 0;
}
