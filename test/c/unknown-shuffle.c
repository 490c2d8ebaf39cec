//: expect unknown
//: options --memory-model=sc
//: output the elements of a vector are rearranged: write a loop over an array
typedef int four __attribute__((vector_size(16)));

int main(void)
{
    four a = {1, 2, 3, 4};
    four b = __builtin_shufflevector(a, a, 3, 2, 1, 0);
    return b[0] != 4;
}
