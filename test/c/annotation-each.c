//: expect safe
// All nodes, some node; variables, elements of arrays and what was allocated.
#include <stdlib.h>
struct node {
    int key;
    struct node *next;
};
typedef struct node *node_p;
static struct node first = {1, NULL}, more[2] = {{2, NULL}, {3, NULL}};
/*@ requires (\forall struct node *n; n->next != NULL; n->next->key == n->key + 1) && (\exists
   node_p n; n->key == top) &&
             !(\exists struct node *n; n->key > top) && (\forall struct node *n; (\exists struct
   node *m; m->key == 1)) */
static void check(int top)
{
    (void)top;
}
int main(void)
{
    struct node *n = calloc(1, sizeof *n);
    n->key = 4;
    more[1].next = n;
    check(4);
    more[1].next = NULL;
    free(n);
    first.next = more;
    check(3);
    return 0;
}
