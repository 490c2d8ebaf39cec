//: expect unknown
//: output unknown-vector.c:10: arithmetic on a vector, which heddle cannot compute with: write a
//: output loop over an array
//: output in main: four c = a + b;
typedef int four __attribute__((vector_size(16)));
static four a = {1, 2, 3, 4}, b = {4, 3, 2, 1};

int main(void)
{
    four c = a + b;
    return c[0];
}
