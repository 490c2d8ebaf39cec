//: expect bug undefined 6
#pragma clang diagnostic ignored "-Wshift-count-overflow"

int main(void)
{
    return 1 << 32;
}
