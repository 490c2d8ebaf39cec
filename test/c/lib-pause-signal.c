//: expect unknown
//: output the thread waits for a signal, and nobody in the program sends one
// A signal might come: heddle does not say that this waits for ever.
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static void handle(int number)
{
    (void)number;
}

int main(void)
{
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    pause();
    return 0;
}
