//: prove unknown
//: unknown a data race: struct box.full, which is neither atomic nor volatile
//: unknown a data race: int, which is neither atomic nor volatile
// Whether two threads are given the same object is not known, but nothing keeps them apart.
struct box {
    int full;
};
/*@ performs action () { b->full } */
void wait_full(struct box *b)
{
    while (!b->full)
        ;
}
/*@ performs action (b->full) { b->full == 1 } */
void fill(struct box *b)
{
    b->full = 1;
}
/*@ performs action (*p) { *p == 1 } */
void set(int *p)
{
    *p = 1;
}
