//: prove proved
// Texts of the program where pointers to characters are expected.
#include <pthread.h>

struct state {
    pthread_mutex_t m;
    const char *name; /*@ accessible_if holds(m) */
    int code;         /*@ accessible_if holds(m) */
};

static struct state state = {PTHREAD_MUTEX_INITIALIZER, "ready", 0};
static const char *const words[] = {"ready", "busy"};

/*@ performs action (s->name, s->code) { s->code == 2 && s->name[0] == \old(\result[0]) } */
const char *stop(struct state *s)
{
    pthread_mutex_lock(&s->m);
    s->name = "stopped";
    s->code = 2;
    const char *name = s->name;
    pthread_mutex_unlock(&s->m);
    return name;
}

const char *word(int i)
{
    return i == 1 ? words[1] : words[0];
}

const char *get(void)
{
    return stop(&state);
}
