//: expect unknown
//: output unknown-missing-pointer.c:12: call of `pick`, which has no body and no model in heddle:
//: output give a file that defines it, too
//: output in apply: return chosen(n);
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
