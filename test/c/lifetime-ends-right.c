//: expect safe
// Objects that have not ended yet, though it looks like it.
#include <alloca.h>
#include <assert.h>
#include <stddef.h>

struct list {
    int value;
    struct list *next;
};
struct part {
    int a[4];
};

static int zero;

static int add(const struct list *l)
{
    int sum = 0;
    for (; l; l = l->next)
        sum += l->value;
    return sum;
}

static struct part make(int x)
{
    return (struct part){{x, 2, 3, 4}};
}

static int *same(int *p)
{
    return p;
}

/* What alloca makes is there until the function returns. */
static int rounds(int n)
{
    struct list *head = NULL;
    for (int i = 0; i < n; i++) {
        struct list *p = alloca(sizeof *p);
        *p = (struct list){i, head};
        head = p;
        if (i == 7)
            return 0;
    }
    return add(head);
}

static int literals(void)
{
    struct list *head = &(struct list){1, &(struct list){2, NULL}};
    int sum = add(head);
    for (int i = 0; i < 3; i++) {
        int *p = (int[]){i, i};
        {
            p[0]++;
        }
        sum += p[0] + p[1];
    }
    if ((head = &(struct list){1, NULL})) {
        head->value++;
        sum += head->value;
    }
    return sum + add(&(struct list){zero, head == NULL ? NULL : &(struct list){5, NULL}});
}

static int temporaries(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += *same(make(i).a) + *same(make(1).a + ({
                                            int k = i; /* ends here; and the whole does not */
                                            k;
                                        })) +
               make(';').a[i] + (int)sizeof ";";
    return sum;
}

/* A jump back to before its declaration does not end a variable. */
static int jumps(void)
{
    int n = 0, sum = 0, *p = NULL;
    {
    again:;
        int x;
        if (p)
            sum += *p;
        p = &x;
        {
            *p = 5;
        }
        if (n++ < 1)
            goto again;
        sum += *p;
    }
    switch (zero) {
        int y;
    case 0:
        y = 1;
        p = &y;
        {
            sum += *p;
        }
        break;
    default:
        y = 2;
    }
    goto in;
    while (n < 4) {
        int z;
    in:
        z = n;
        p = &z;
        sum += *p;
        n++;
    }
    return sum;
}

int main(void)
{
    assert(rounds(3) == 3);
    assert(literals() == 19);
    assert(temporaries() == 79);
    assert(jumps() == 16);
    return 0;
}
//: also --engine=summarize
