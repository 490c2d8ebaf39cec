//: expect safe
// A pipe lives as long as one of its descriptors, dup2's among them.
#include <sys/eventfd.h>
#include <unistd.h>
int main(void)
{
    unsigned long long n;
    int file = eventfd(1, 0), other = dup2(file, 9);
    close(file);
    read(other, &n, sizeof n);
    return n != 1;
}
