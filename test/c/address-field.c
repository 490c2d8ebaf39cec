//: expect safe
// A word of a struct that holds a pointer and two marks. The pointer is written through a pointer to pointers,
// so that no assignment to the field says what it holds.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    uintptr_t next_and_marks;
};

static struct node *head;

#define POINTER_OF(word) ((struct node *)((uintptr_t)(word) & ~(uintptr_t)3))

static void add(struct node *node)
{
    struct node **place = &head;
    node->next_and_marks = 0;
    while (POINTER_OF(*place))
        place = (struct node **)&POINTER_OF(*place)->next_and_marks;
    *place = node;
}

int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b)
        return 1;
    add(a);
    add(b);
    a->next_and_marks = a->next_and_marks | 1;
    assert(head == a && (a->next_and_marks & 3) == 1 && (b->next_and_marks & 3) == 0);
    assert(POINTER_OF(a->next_and_marks) == b && POINTER_OF(b->next_and_marks) == NULL);
    a->next_and_marks = a->next_and_marks & ~(uintptr_t)3;
    assert(POINTER_OF(a->next_and_marks) == b && (a->next_and_marks & 3) == 0);
    free(a);
    free(b);
    return 0;
}
