//: expect unknown
//: output test/c/unknown-address-fixed.c:8: the number 70368744243199 is used as a pointer, and
//: heddle has no memory at fixed addresses output use the address of a variable instead
// A register of a device.

int main(void)
{
    volatile unsigned *port = (unsigned *)0x40000000ffffull;
    *port = 1;
    return 0;
}
