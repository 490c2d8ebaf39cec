//: expect unknown
//: output unknown-vector.c:9: an element of a vector whose index is computed: use an array
typedef int four __attribute__((vector_size(16)));
static four a = {1, 2, 3, 4}, b = {4, 3, 2, 1};

int main(int argc, char **argv)
{
    (void)argv;
    four c = a + b, d = {c[argc & 3]};
    return (c + d)[0];
}
