//: expect unknown
//: output unknown-missing.c:20: call of `second`, which has no body and no model in heddle; nor
//: output have `first` (test/c/unknown-missing.c:26), `third` (test/c/unknown-missing.c:28) and
//: output `fourth` (its address is taken at test/c/unknown-missing.c:16): give a file that
//: output defines them, too
//: output in helper: second(1);
// All functions without a body are listed at once, each with its first call, also those behind the
// one that a run gets to first.  Those that main does not lead to do not matter.
void first(void);
int second(int);
double third(double);
int fourth(void);
int nowhere(void);

typedef int Hook(void);
static Hook *hook = fourth;

static void helper(void)
{
    second(1);
}

int main(void)
{
    helper();
    first();
    if (second(2))
        return (int)third(0.5);
    return hook();
}

int unused(void)
{
    return nowhere();
}
