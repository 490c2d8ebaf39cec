//: expect bug hang
//: output runs in a loop for ever
// An endless loop without any access to shared memory: the program never ends, and nobody sees anything of it.
int main(void)
{
    for (int i = 0;; i = (i + 1) % 4)
        ;
}
