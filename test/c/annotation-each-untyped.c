//: expect unknown
// Memory that is allocated for nothing in particular may be anything.
#include <stdlib.h>
struct node {
    int key;
};
static void *memory;
/*@ requires (\forall struct node *n; n->key == 0) */
static void check(void)
{
}
int main(void)
{
    memory = malloc(8);
    check();
    return memory == NULL;
}
