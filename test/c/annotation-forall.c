//: expect bug claim 11
// The quantifiers of annotations are evaluated while exploring, too.
int x[3] = {1, 2, 0};

/*@ requires (\exists int i; 0 <= i && i < 3; x[i] == 0) */
static void some(void)
{
    x[0] = 1;
}

/*@ requires (\forall int i; 0 <= i && i < 3; x[i] != 0) */
static void all(void)
{
    x[0] = 1;
}

int main(void)
{
    some();
    all();
    return 0;
}
