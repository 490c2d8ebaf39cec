//: prove unknown --property=memory
// Elements that a callee is given must be there; only row and row_good are proved to touch nothing else.
#include <stddef.h>
struct s {
    int a[4];
    int v;
};
static struct s rows[3];
/*@ requires r != NULL performs action () { 1 } */
int row(const struct s *r)
{
    return r->v;
}
int row_any(unsigned i)
{
    return row(&rows[i]);
}
int row_good(unsigned i)
{
    return i < 3 ? row(&rows[i]) : 0;
}
int row_end(unsigned i)
{
    return i <= 3 ? row(&rows[i]) : 0;
}
int row_of(const struct s *r, unsigned i)
{
    return r ? row(&r[i]) : 0;
}
int local(int i)
{
    int a[4] = {1, 2, 3, 4};
    return a[i];
}
