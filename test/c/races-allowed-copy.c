//: expect unknown
//: options --allow-races
//: output races are allowed, but are not followed
/* A struct that is copied at once while others write it: no history tells what is copied. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct wide {
    int at[8];
};
static struct wide shared, copy;
static void *writer(void *unused)
{
    shared.at[3] = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    if (pthread_create(&t, NULL, writer, NULL))
        abort();
    memcpy(&copy, &shared, sizeof copy);
    pthread_join(t, NULL);
    return 0;
}
