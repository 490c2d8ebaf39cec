//: expect bug uninitialised 11
//: both
static void keep(float *place)
{
    (void)place;
}
int main(void)
{
    float number;
    keep(&number);
    double twice = 2 * number;
    return twice == 4;
}
//: also --engine=symbolic --property=assert,memory,lock
