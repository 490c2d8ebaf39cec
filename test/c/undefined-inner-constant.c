//: expect bug bounds 7
#pragma clang diagnostic ignored "-Warray-bounds"
int matrix[2][3];

int main(void)
{
    matrix[0][3] = 1;
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
