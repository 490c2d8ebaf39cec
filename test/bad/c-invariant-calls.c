//: error 4:15 an annotation must not call functions other than holds and reads; this calls `get`
int get(void);
static int x;
/*@ invariant get() == x */
int main(void)
{
    return x;
}
