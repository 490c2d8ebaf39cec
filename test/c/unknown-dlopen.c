//: expect unknown
//: output unknown-dlopen.c:9: call of `dlopen`, which has no body and no model in heddle: code that
//: output is loaded while the program runs is not followed
// No file could define it.
void *dlopen(const char *file, int mode);

int main(void)
{
    return !dlopen("libother.so", 1);
}
