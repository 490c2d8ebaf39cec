//: prove proved
// Pointers to scalars: an array behind a member, a result through a parameter, a local variable.
#include <pthread.h>
#include <stdlib.h>

struct stack {
    pthread_mutex_t m;
    _Atomic int *items;
    int len, most;
};

/*@ performs action "Push": (s->len, s->items[s->len]) {
        \result == 0 && s->items[\old(s->len)] == v && s->len == \old(s->len) + 1 }
          [] action "Full": () { \result == -1 } */
int push(struct stack *s, int v)
{
    int err = -1;
    pthread_mutex_lock(&s->m);
    if (s->len < s->most) {
        s->items[s->len++] = v;
        err = 0;
    }
    pthread_mutex_unlock(&s->m);
    return err;
}

/*@ performs action "Length": (*out) { *out == s->len } */
void length(struct stack *s, _Atomic int *out)
{
    pthread_mutex_lock(&s->m);
    *out = s->len;
    pthread_mutex_unlock(&s->m);
}

struct stack *make(int most)
{
    struct stack *s = malloc(sizeof *s);
    s->items = malloc((unsigned)most * sizeof *s->items);
    s->len = 0;
    s->most = most;
    pthread_mutex_init(&s->m, NULL);
    return s;
}

int ask(struct stack *s)
{
    _Atomic int n = 0;
    length(s, &n);
    return n;
}
