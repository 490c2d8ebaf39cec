//: error 15:24 an annotation must not change anything
//: error 18:25 an annotation must not change anything
//: error 21:28 an annotation must not change anything
//: error 24:19 an annotation must not call functions other than holds and reads; this calls `same`
//: error 27:19 an annotation must not read a variable that each thread has for itself
static int count, cell[3];
static _Thread_local int mine;
static int same(int n)
{
    return n;
}
static void walk(void)
{
    int left = 3;
    /*@ invariant count++ == 0 */
    while (left > 0)
        left--;
    /*@ invariant (left = 3) == 3 */
    while (left > 0)
        left--;
    /*@ invariant (cell[0] += 1) == 1 */
    while (left > 0)
        left--;
    /*@ invariant same(left) >= 0 */
    while (left > 0)
        left--;
    /*@ invariant mine == 0 */
    while (left > 0)
        left--;
}
int main(void)
{
    walk();
    return count + cell[0] + mine;
}
