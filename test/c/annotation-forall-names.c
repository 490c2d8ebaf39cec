//: expect bug claim 10
//: output x[index] > ind
// The variable of a quantifier has neither the beginning of its name nor a longer one in common with other variables; nor do members, or quantifiers inside.
struct pair {
    int index, indexes;
};
static int ind, indexes = 7, x[3] = {1, 2, 3};
static struct pair pair = {5, 6};

/*@ requires (\forall int index; 0 <= index && index < 3; x[index] > ind && indexes == 7) */
static void plain(void)
{
}

/*@ requires (\forall int index; 0 <= index && index < 3; pair.index == 5 && pair.indexes == 6) */
static void member(void)
{
}

/*@ requires (\forall int i; 0 <= i && i < 2; (\exists int in; 0 <= in && in < 3; x[in] == x[i] + 1)) */
static void inside(void)
{
}

int main(void)
{
    plain();
    member();
    inside();
    x[0] = ind;
    plain();
    return 0;
}
