//: expect bug misuse 10
//: output longjmp into a function of another thread
#include <pthread.h>
#include <setjmp.h>

static jmp_buf back;

static void *work(void *argument)
{
    longjmp(back, 1);
    return argument;
}

int main(void)
{
    pthread_t one;
    if (setjmp(back))
        return 0;
    pthread_create(&one, NULL, work, NULL);
    pthread_join(one, NULL);
    return 0;
}
