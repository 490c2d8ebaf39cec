//: warning 5:16 this is not tested in a long array of structs that is a member itself
#include <pthread.h>

struct element {
    int v; /*@ accessible_if holds(lock) */
    pthread_mutex_t lock;
};
static struct {
    int n;
    struct element all[20];
} table;

int main(void)
{
    table.all[3].v = 2;
    return 0;
}
