//: prove proved
//: expect safe
// A connection is guarded by the lock of its server, which it points to from the beginning.
#include <pthread.h>
#include <stdlib.h>
struct server {
    pthread_mutex_t lock;
};
struct connection {
    struct server *server;
    int bytes;
};
/*@ performs action (c->bytes) { c->bytes == \old(c->bytes) + n } */
void receive(struct connection *c, int n)
{
    pthread_mutex_lock(&c->server->lock);
    c->bytes += n;
    pthread_mutex_unlock(&c->server->lock);
}
static void *work(void *argument)
{
    receive(argument, 3);
    return NULL;
}
int main(void)
{
    struct server *s = malloc(sizeof *s);
    struct connection *c = malloc(sizeof *c);
    pthread_t a;
    pthread_mutex_init(&s->lock, NULL);
    c->server = s;
    c->bytes = 0;
    pthread_create(&a, NULL, work, c);
    receive(c, 4);
    return 0;
}
