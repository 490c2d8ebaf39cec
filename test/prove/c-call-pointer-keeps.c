//: prove failed
//: failed local access 15 this may not hold: invariant x == 1
//: failed variable access 28 this may not hold: invariant total == 1
//: failed heap access 45 this may not hold: invariant p->a == 1
// Whoever was given the address of an object may have told it those who are called later.
void *malloc(unsigned long);
static int total;
int local(void (*add)(int *), void (*parse)(void))
{
    int x = 1, i = 0;
    add(&x);
    if (x != 1)
        return 0;
    parse();
    /*@ invariant x == 1 */
    while (i < 3)
        i++;
    return i + x;
}
int variable(void (*add)(int *), void (*parse)(void))
{
    int i = 0;
    add(&total);
    if (total != 1)
        return 0;
    parse();
    int j = 0;
    /*@ invariant total == 1 */
    while (j < 3)
        j++;
    return i + j;
}
struct pair {
    int a;
};
int heap(void (*add)(struct pair *), void (*parse)(void), int n)
{
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return 0;
    p->a = 1;
    while (n-- && p->a == 1) {
        parse();
        int i = 0;
        /*@ invariant p->a == 1 */
        while (i < 3)
            i++;
        add(p);
    }
    return n;
}
int before(void (*add)(int *), void (*parse)(void))
{
    int x = 1, i = 0;
    parse();
    /*@ invariant x == 1 */
    while (i < 3)
        i++;
    add(&x);
    return i + x;
}
