//: prove failed
//: failed f access 19 a data race: x
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct s {
    pthread_mutex_t m;
    int x;
    int y;
    struct s *next;
};

void (*hook)(void);
int x;
void f(void)
{
    hook();
    x = 1;
}
