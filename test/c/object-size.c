//: expect safe
// What is not known of an object's size is at most everything, and at least nothing.
#include <assert.h>
#include <stddef.h>

static size_t most(void *p)
{
    return __builtin_object_size(p, 0);
}

static size_t most_of_part(void *p)
{
    return __builtin_object_size(p, 1);
}

static size_t least(void *p)
{
    return __builtin_object_size(p, 2);
}

static size_t least_of_part(void *p)
{
    return __builtin_object_size(p, 3);
}

int main(void)
{
    long numbers[3];
    assert(most(numbers) >= sizeof numbers && most_of_part(numbers) >= sizeof numbers);
    assert(least(numbers) <= sizeof numbers && least_of_part(numbers) <= sizeof numbers);
    return 0;
}
