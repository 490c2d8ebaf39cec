//: prove failed
//: expect bug claim 9
//: failed main access 21 this may not hold: requires (\exists struct node *n; n->key == 3)
// What was freed is none of the objects any more; what was not is.
#include <stdlib.h>
struct node {
    int key;
};
/*@ requires (\exists struct node *n; n->key == 3) */
void there_is(void)
{
}
void some(int early)
{
    struct node *n = malloc(sizeof *n);
    n->key = 3;
    there_is();
    if (early) {
        free(n);
        n = NULL;
        there_is();
    }
}
int main(void)
{
    some(1);
    return 0;
}
