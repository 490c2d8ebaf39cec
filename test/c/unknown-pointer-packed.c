//: expect unknown
//: output test/c/unknown-pointer-packed.c:12: a pointer is stored where heddle cannot keep one
struct __attribute__((packed)) odd {
    char c;
    int *p;
};
static struct odd o;
static int g;

int main(void)
{
    o.p = &g;
    return *o.p;
}
