//: expect bug bounds 6
int matrix[2][3];

static int at(int m[][3], int i, int j)
{
    return m[i][j];
}
int main(void)
{
    return at(matrix, 1, 2) + at(matrix, 0, 3);
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=bound
