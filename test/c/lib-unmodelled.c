//: expect unknown
//: both
// A function without a body and a model: no error until it is reached.
int nobody_knows(int);

int main(void)
{
    return nobody_knows(1);
}
