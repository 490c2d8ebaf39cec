//: prove failed
//: failed receive performs 21
// The server of a connection changes, so its lock guards nothing.
#include <pthread.h>
struct server {
    pthread_mutex_t lock;
};
struct connection {
    struct server *server;
    int bytes;
};
void move(struct connection *c, struct server *s)
{
    c->server = s;
}
/*@ performs action (c->bytes) { c->bytes == \old(c->bytes) + n } */
void receive(struct connection *c, int n)
{
    struct server *s = c->server;
    pthread_mutex_lock(&s->lock);
    c->bytes += n;
    pthread_mutex_unlock(&s->lock);
}
