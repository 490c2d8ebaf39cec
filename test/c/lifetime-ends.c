//: expect bug freed
//: options --all-errors
//: errors 13
// Objects that have ended though no variable of theirs does: `lifetime-ends-right.c` has what is just right.
#include <alloca.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>
#pragma clang diagnostic ignored "-Wreturn-type"
#pragma clang diagnostic ignored "-Wuninitialized"

struct list {
    int value;
    struct list *next;
};
struct part {
    int a[4];
};
struct large {
    int a[40];
};

static int *kept, zero, one = 1;

static struct part make_part(void)
{
    return (struct part){{1, 2, 3, 4}};
}

static struct large make_large(void)
{
    return (struct large){{1, 2, 3, 4}};
}

static void rounds(int n)
{
    for (int i = 0; i < n; i++) {
        int *p = alloca(sizeof *p);
        *p = i;
        if (i == 0)
            kept = p;
    }
}

static int literals(int which)
{
    int *p = NULL;
    struct list *head = NULL;
    switch (which) {
    case 0: {
        p = (int[]){1, 2};
    }
        return *p;
    case 1:
        for (int i = 0; i < 2; i++) {
            head = &(struct list){i, head};
        }
        return head->value;
    case 2:
        if ((head = &(struct list){1, NULL})) {
            head->value++;
        }
        return head->value;
    default:
        for (int *q = (int[]){1, 2, 0}; *q; q++)
            p = q;
        return *p;
    }
}

static int temporaries(int which)
{
    int *p;
    if (which == 4) {
        p = make_part().a; /* a `;` in a comment ends nothing */
        return *p;
    }
    p = make_large().a;
    return p[1];
}

static int past(void)
{
    int *p;
    {
        goto in;
        int x;
    in:
        x = 1;
        p = &x;
    }
    return *p;
}

static int jumps(int which)
{
    int *p = NULL, n = 0;
    if (which == 7) {
        {
        again:;
            int x = n;
            p = &x;
            if (n++ < 1)
                goto again;
        }
        return *p;
    }
    switch (zero) {
        int y;
    case 0:
        y = 1;
        p = &y;
        break;
    default:
        y = 2;
    }
    return *p;
}

/* A variable whose declaration is passed again has lost its value. */
static int again(void)
{
    int n = 0, sum = 0;
back:;
    int x;
    if (n && x == 5)
        sum++;
    x = 5;
    if (n++ < 1)
        goto back;
    return sum;
}

/* Its variable is not what the function gives back. */
static struct part without_return(int right)
{
    struct part s = {{1}};
    if (right)
        return s;
}

static struct large without_return_large(int right)
{
    struct large s = {{1}};
    if (right)
        return s;
}

int main(void)
{
    int which = (int)heddle_choose(0, 12), sum = 0;
    if (which < 4)
        sum = literals(which);
    else if (which < 6)
        sum = temporaries(which);
    else if (which == 6)
        sum = past();
    else if (which < 9)
        sum = jumps(which);
    else if (which == 9)
        sum = again();
    else if (which == 10)
        sum = without_return(zero).a[0] == one;
    else if (which == 11)
        sum = without_return_large(zero).a[0] == one;
    else {
        rounds(3);
        sum = *kept;
    }
    return sum != 77 ? 0 : 1;
}
