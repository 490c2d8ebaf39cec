//: expect safe
// A packed struct may have 16 bits at an odd place.
struct __attribute__((packed)) item {
    char tag;
    short size;
} s;
int main(void)
{
    s.size = 7;
    return s.size - 7;
}
