//: expect bug assert
//: options --trace-level=full
//: output all->second->b = 3
//: output third->c = 4
// What a block of the heap is called is known by the member, or the parameter, that it goes to.
#include <assert.h>
#include <stdlib.h>

typedef struct {
    int a;
} First;
typedef struct {
    long other;
    int b;
} Second;
typedef struct {
    int c;
} Third;
typedef struct {
    First *first;
    Second *second;
} All;

static void make(All *all)
{
    all->second = malloc(sizeof(Second));
    all->second->b = 3;
}

static void take(First *first, Third *third)
{
    (void)first;
    third->c = 4;
}

int main(void)
{
    All all;
    make(&all);
    take(NULL, malloc(sizeof(Third)));
    assert(!all.second);
    return 0;
}
