//: expect bug null 12
#include <stddef.h>

struct node {
    int key;
    struct node *next;
};
static struct node head;

int main(void)
{
    return head.next->next == NULL;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
