//: expect safe
// An endless loop without any access to shared memory is no error.
int main(void)
{
    for (int i = 0;; i = (i + 1) % 4)
        ;
}
