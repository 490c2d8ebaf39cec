//: expect bug assert
//: options --engine=explore --property=assert
//: both
// Who may ever disturb another thread: by a pointer that a third one leaves in a global variable, in an object that both know,
// or as its result, or that is handed on twice; in the caller of the caller; through a pointer to a function; by the address of a
// global; in the second of two objects. Only who is disturbed each time comes to the end: nobody may simply go first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct Box {
    _Atomic long x;
    struct Box *_Atomic next;
} Box;
static Box *_Atomic left, *_Atomic right;
static Box *shelf;
static Box named;
static atomic_int go;
static long seen;

static void writes(Box *box)
{
    if (box)
        box->x = 1;
}
static void *looks(void *box)
{
    seen = ((Box *)box)->x;
    return NULL;
}
static void *looks_at_named(void *unused)
{
    seen = named.x;
    return unused;
}
static void *looks_at_second(void *box)
{
    seen = ((Box *)box)[1].x;
    return NULL;
}
/* who leaves a pointer, and who finds it */
static void *leaves_in_global(void *box)
{
    left = box;
    return NULL;
}
static void *finds_in_global(void *unused)
{
    writes(left);
    return unused;
}
static void *leaves_in_object(void *box)
{
    shelf->next = box;
    return NULL;
}
static void *finds_in_object(void *of)
{
    writes(((Box *)of)->next);
    return NULL;
}
static void *leaves_as_result(void *box)
{
    return box;
}
static void *finds_result(void *thread)
{
    void *box;
    pthread_join(*(pthread_t *)thread, &box);
    writes(box);
    return NULL;
}
static void *hands_on(void *unused)
{
    Box *box = left;
    if (box)
        right = box;
    return unused;
}
static void *finds_on_the_right(void *unused)
{
    writes(right);
    return unused;
}
/* where it happens */
static void inner(void)
{
    go = go + 1;
}
static void middle(void)
{
    inner();
    go = go + 1;
}
static void *outer(void *box)
{
    middle();
    writes(box);
    return NULL;
}
typedef void Writer(Box *);
static void calls_third(int a, int b, Writer *writer, Box *box)
{
    go = a;
    go = b;
    writer(box);
}
static void *by_function(void *box)
{
    calls_third(1, 2, writes, box);
    return NULL;
}
static void *by_address(void *of)
{
    writes(of);
    return NULL;
}
static void *second_of_two(void *box)
{
    writes((Box *)box + 1);
    return NULL;
}

typedef void *Start(void *);
/* Did who looks see that the other one had written? */
static int disturbed(Start *look, void *at, Start *first, void *with, Start *second, void *by)
{
    pthread_t a, b, c;
    seen = 0, left = right = NULL;
    pthread_create(&a, 0, look, at);
    pthread_create(&b, 0, first, with);
    if (second)
        pthread_create(&c, 0, second, by);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (second)
        pthread_join(c, 0);
    return seen == 1;
}
static Box *new_box(void)
{
    return calloc(2, sizeof(Box));
}
static int by_result(Box *box)
{
    pthread_t a, b, c;
    seen = 0;
    pthread_create(&a, 0, looks, box);
    pthread_create(&b, 0, leaves_as_result, box);
    pthread_create(&c, 0, finds_result, &b);
    pthread_join(a, 0), pthread_join(c, 0);
    return seen == 1;
}
static int handed_on(Box *box)
{
    pthread_t a, b, c, d;
    seen = 0, left = right = NULL;
    pthread_create(&a, 0, looks, box);
    pthread_create(&b, 0, finds_on_the_right, 0);
    pthread_create(&c, 0, hands_on, 0);
    pthread_create(&d, 0, leaves_in_global, box);
    pthread_join(a, 0), pthread_join(b, 0), pthread_join(c, 0), pthread_join(d, 0);
    return seen == 1;
}
int main(void)
{
    Box *a = new_box(), *b = new_box(), *c = new_box(), *d = new_box(), *e = new_box(),
        *f = new_box(), *g = new_box();
    shelf = new_box();
    if (!disturbed(looks, a, finds_in_global, 0, leaves_in_global, a) ||
        !disturbed(looks, b, finds_in_object, shelf, leaves_in_object, b) || !by_result(c) ||
        !handed_on(d) || !disturbed(looks, e, outer, e, 0, 0) ||
        !disturbed(looks, f, by_function, f, 0, 0) ||
        !disturbed(looks_at_named, 0, by_address, &named, 0, 0) ||
        !disturbed(looks_at_second, g, second_of_two, g, 0, 0))
        return 0;
    assert(0);
    return 0;
}
