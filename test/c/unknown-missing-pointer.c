//: expect unknown
//: output test/c/unknown-missing-pointer.c:11: call of `pick`, which has no body and no model in
//: heddle: give a file that defines it, too output in apply: return chosen(n);
// Through a pointer: the line is that of the call.
int pick(int);
static int (*const table[])(int) = {pick, 0};

static int apply(int (*chosen)(int), int n)
{
    if (n)
        return chosen(n);
    return 0;
}

int main(void)
{
    return apply(table[0], 3);
}
