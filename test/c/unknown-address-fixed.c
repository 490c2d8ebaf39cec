//: expect unknown
//: output unknown-address-fixed.c:9: the number 70368744243199 is used as a pointer, and heddle has
//: output no memory at fixed addresses
//: output use the address of a variable instead
// A register of a device.

int main(void)
{
    volatile unsigned *port = (unsigned *)0x40000000ffffull;
    *port = 1;
    return 0;
}
