//: prove proved
// Lines that begin with a star, as in other comments; where not all of them do it is an operator.
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x;
static int y;
/*@ performs action (x)
 *    { x == \old(x)
 *      + 1 }
 *
 */
void f(void)
{
    __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
}
/*@ performs action (y)
      { y == \old(y)
       * 2 } */
void g(void)
{
    __VERIFIER_atomic_begin();
    y = y * 2;
    __VERIFIER_atomic_end();
}
