//: prove failed
//: failed variable access 19 this may not hold: invariant total == 1
//: failed local access 29 this may not hold: invariant x == 1
//: failed object access 40 this may not hold: invariant p->a == 1
//: failed another access 51 this may not hold: invariant p->a == 1
//: failed reached access 67 this may not hold: invariant b->a == 1
// What nobody writes in this file is written by whoever is given its address.
struct pair {
    int a;
    struct pair *other;
};
static int total;
int variable(void (*fill)(int *))
{
    if (total != 1)
        return 0;
    fill(&total);
    int i = 0;
    /*@ invariant total == 1 */
    while (i < 3)
        i++;
    return i;
}
int local(void (*fill)(int *))
{
    int x = 1;
    fill(&x);
    int i = 0;
    /*@ invariant x == 1 */
    while (i < 3)
        i++;
    return i + x;
}
int object(void (*fill)(struct pair *), struct pair *p, struct pair *q)
{
    if (p->a != 1)
        return 0;
    fill(q);
    int i = 0;
    /*@ invariant p->a == 1 */
    while (i < 3)
        i++;
    return i;
}
int another(void (*fill)(struct pair *), struct pair *p, struct pair *q)
{
    if (p == q || p->a != 1)
        return 0;
    fill(q);
    int i = 0;
    /*@ invariant p->a == 1 */
    while (i < 3)
        i++;
    return i;
}
void *malloc(unsigned long);
int reached(void (*fill)(struct pair *))
{
    struct pair *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b)
        return 0;
    a->other = b;
    b->other = 0;
    b->a = 1;
    fill(a);
    int i = 0;
    /*@ invariant b->a == 1 */
    while (i < 3)
        i++;
    return i;
}
