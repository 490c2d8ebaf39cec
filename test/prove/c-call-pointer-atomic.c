//: prove unknown
//: unknown nor what an atomic region with it does
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int n;
void f(void (*hook)(void))
{
    __VERIFIER_atomic_begin();
    hook();
    n = 1;
    __VERIFIER_atomic_end();
}
