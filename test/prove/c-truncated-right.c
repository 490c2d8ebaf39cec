//: prove proved
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

/*@ requires 0 <= v && v < 100
    performs action () { \result == v } */
int f(int v)
{
    return (signed char)v;
}
