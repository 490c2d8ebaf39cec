/* c_threads.c -- see c_threads.h.
 *
 * A thread is a sequence of sections.  Most take a lock and work a little; the others are idioms of
 * the library, in which `$` stands for some work. */
#include "c_threads.h"

#include "c_subject.h"

typedef struct Writer {
    uint64_t *dice;
    FILE *out;
} Writer;

static uint32_t draw(Writer *w, uint32_t below)
{
    return dice_draw(w->dice, below);
}
#define PICK(w, ...) DICE_PICK((w)->dice, __VA_ARGS__)

static const char *pick_place(Writer *w)
{
    return PICK(w, "x", "y", "pair.a", "pair.b", "cell[0]", "cell[1]", "cell[i]", "*shared",
                "local");
}

static void put_condition(Writer *w)
{
    fprintf(w->out, "%s %s %u",
            PICK(w, "x", "y", "pair.a", "pair.b", "cell[0]", "cell[i]", "*shared", "local",
                 "atomic_load(&at)"),
            PICK(w, "==", "!=", "<"), draw(w, 3));
}

static void put_work(Writer *w)
{
    const char *place = pick_place(w);
    switch (draw(w, 7)) {
    case 0:
        fprintf(w->out, "    %s = (%s + 1) %% 3;\n", place, pick_place(w));
        break;
    case 1:
        fprintf(w->out, "    %s;\n",
                PICK(w, "atomic_fetch_add(&at, 1)", "atomic_store(&at, x)",
                     "local = atomic_exchange(&at, 2)", "at = 1"));
        break;
    case 2:
        fprintf(w->out, "    local = %s;\n", pick_place(w));
        break;
    case 3:
        fprintf(w->out, "    if (");
        put_condition(w);
        fprintf(w->out, ") %s = %u;\n", place, draw(w, 3));
        break;
    case 4:
        fprintf(w->out, "    %s;\n",
                PICK(w, "bump(&x)", "bump(&pair.b)", "bump(shared)", "bump(&cell[i])",
                     "local = get(&pair)"));
        break;
    case 5:
        fprintf(w->out, "    %s = %u;\n", place, draw(w, 3));
        break;
    default:
        fprintf(w->out, "    assert(");
        put_condition(w);
        fprintf(w->out, " || %s);\n", PICK(w, "x < 3", "y == 0", "pair.a == pair.b", "local < 2"));
        break;
    }
}

static const char *const idioms[] = {
    "n = malloc(sizeof *n); n->a = i; n->b = x; free(n);",
    "pthread_mutex_lock(&m); if (!heap) { heap = malloc(sizeof *heap); heap->a = 0; }\n"
    "    heap->a = 1 - heap->a; pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); heap = realloc(heap, (1 + i) * sizeof *heap); heap->a = i;\n"
    "    pthread_mutex_unlock(&m);",
    "pthread_rwlock_rdlock(&rw); local = size; pthread_rwlock_unlock(&rw);",
    "pthread_rwlock_wrlock(&rw); size = 1 - size; pthread_rwlock_unlock(&rw);",
    "if (pthread_rwlock_tryrdlock(&rw) == 0) {\n$    pthread_rwlock_unlock(&rw); }",
    "local = pthread_equal(pthread_self(), first); first = pthread_self();",
    "pthread_mutex_lock(&pair.lock); copy = pair; y = *(int *)&copy.lock & 1;\n"
    "    pthread_mutex_unlock(&pair.lock);",
    "y = *(int *)&m & 1;",
    "pthread_mutex_lock(&m); while (x == 0) pthread_cond_wait(&ready, &m);\n$"
    "    pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); if (y == 0) pthread_cond_wait(&ready, &m);\n$"
    "    pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); x = 1;\n$    pthread_cond_signal(&ready); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); pthread_cond_broadcast(&ready);",
    "sem_wait(&sem);\n$    sem_post(&sem);",
    "if (sem_trywait(&sem) == 0) {\n$    sem_post(&sem); }",
    "sem_post(&sem);",
    "pthread_barrier_wait(&both);",
    "local = pthread_barrier_wait(&both) == PTHREAD_BARRIER_SERIAL_THREAD; cell[local] = 1;",
    "pthread_once(&once, begin); local = y;",
    "pthread_spin_lock(&spin);\n$    pthread_spin_unlock(&spin);",
    "pthread_setspecific(key, &cell[i]);\n$    *(int *)pthread_getspecific(key) = 1;",
    "own += 1;\n$    local = own;",
    "e = malloc(sizeof *e); e->value = i; pthread_mutex_lock(&m); e->next = head; head = e;\n"
    "    pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); e = head; if (e) head = e->next; pthread_mutex_unlock(&m);\n"
    "    if (e) { local = e->value; free(e); }",
    "pthread_mutex_lock(&m); if (head) local = head->value; pthread_mutex_unlock(&m);",
    "if (head) head->value = 2;",
    "e = malloc(sizeof *e); e->value = 1; e->next = top;\n"
    "    while (!atomic_compare_exchange_weak(&top, &e->next, e)) ;",
    "e = top; while (e && !atomic_compare_exchange_strong(&top, &e, e->next)) ;\n"
    "    if (e) local = e->value;",
    "while (atomic_flag_test_and_set(&busy)) ;\n$    atomic_flag_clear(&busy);",
    "__VERIFIER_atomic_begin();\n$$    __VERIFIER_atomic_end();",
    "pthread_mutex_lock(&again); pthread_mutex_lock(&again);\n$"
    "    pthread_mutex_unlock(&again); pthread_mutex_unlock(&again);",
    "op = i ? get : swap; local = op(&pair);",
    "local = deep(2);",
    "pthread_create(&child, 0, other, &cell[i]);\n$    pthread_join(child, 0);",
    "pthread_create(&child, 0, other, &y); pthread_detach(child);",
    "if (__sync_bool_compare_and_swap(&y, 0, 1)) {\n$    }",
    "if (x == 1) goto out;",
    "while (y == 1) sched_yield();",
    "for (int k = 0; k < 2; k++) {\n$    }",
    "memcpy(&copy, &pair, 2 * sizeof(int)); local = copy.b;",
    "x = __VERIFIER_nondet_bool();",
    "{ static int calls; calls = !calls; local = calls; }",
    "switch (x) { case 0: pthread_mutex_lock(&m); break; default: pthread_mutex_lock(&n2); }\n$"
    "    pthread_mutex_unlock(x ? &n2 : &m);",
};

static void put_idiom(Writer *w)
{
    fputs("    ", w->out);
    for (const char *c = idioms[draw(w, sizeof idioms / sizeof *idioms)]; *c; c++)
        if (*c == '$')
            put_work(w);
        else
            fputc(*c, w->out);
    fputc('\n', w->out);
}

static void put_section(Writer *w)
{
    const char *lock = PICK(w, "&m", "&m", "&pair.lock", "&locks[i]", "&locks[0]");
    uint32_t kind = draw(w, 8);
    if (kind == 0) {
        put_work(w);
        return;
    }
    if (kind == 1) {
        fprintf(w->out, "    if (pthread_mutex_trylock(%s) == 0) {\n", lock);
        put_work(w);
        fprintf(w->out, "    pthread_mutex_unlock(%s);\n    }\n", lock);
        return;
    }
    if (kind < 5) {
        put_idiom(w);
        return;
    }
    bool nested = draw(w, 6) == 0;
    fprintf(w->out, "    pthread_mutex_lock(%s);\n", lock);
    put_work(w);
    if (nested)
        fprintf(w->out, "    pthread_mutex_lock(&n2); y = 1 - y; pthread_mutex_unlock(&n2);\n");
    if (draw(w, 2))
        put_work(w);
    fprintf(w->out, "    pthread_mutex_unlock(%s);\n", lock);
}

static const char includes[] =
    "#include <assert.h>\n#include <pthread.h>\n#include <sched.h>\n#include <semaphore.h>\n"
    "#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
    "_Bool __VERIFIER_nondet_bool(void);\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n2, locks[2], again;\n"
    "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\n"
    "static pthread_cond_t ready = PTHREAD_COND_INITIALIZER; static sem_t sem;\n"
    "static pthread_barrier_t both; static pthread_once_t once = PTHREAD_ONCE_INIT;\n"
    "static pthread_spinlock_t spin; static pthread_key_t key; static _Thread_local int own;\n"
    "static atomic_flag busy = ATOMIC_FLAG_INIT;\n"
    "struct node { int value; struct node *next; };\n"
    "static struct node *head; static struct node *_Atomic top;\n";

static const char functions[] =
    "static void bump(int *p) { *p = (*p + 1) % 3; }\n"
    "static int get(struct pair *p) { return p->a + p->b; }\n"
    "static int swap(struct pair *p) { int a = p->a; p->a = p->b; p->b = a; return a; }\n"
    "static int (*op)(struct pair *) = get;\n"
    "static void begin(void) { y = 1; }\n"
    "static int deep(int n)\n{\n    pthread_mutex_lock(&n2); y = 1 - y; "
    "pthread_mutex_unlock(&n2);\n"
    "    return n ? deep(n - 1) : y;\n}\n"
    "static void *other(void *place)\n{\n    pthread_mutex_lock(&m); *(int *)place = 2;\n"
    "    pthread_mutex_unlock(&m); return 0;\n}\n";

static void put_globals(Writer *w)
{
    const char *of_x =
        PICK(w, "", "", "/*@ accessible_if holds(m) */", "/*@ writable_if holds(m) */");
    const char *of_b = PICK(w, "", "/*@ accessible_if holds(lock) */", "/*@ writable_if a >= 0 */");
    const char *of_cell = PICK(w, "", "", "/*@ accessible_if[j] holds(locks[j]) || holds(m) */");
    fputs(includes, w->out);
    fprintf(w->out,
            "static int x; %s\nstatic int y, size;\n"
            "struct pair { int a; int b; %s\n pthread_mutex_t lock; };\n"
            "static struct pair pair, copy; static struct pair *heap; static pthread_t first;\n"
            "static int cell[2]; %s\nstatic int *shared = &%s;\nstatic atomic_int at;\n",
            of_x, of_b, of_cell, PICK(w, "x", "y", "pair.a", "cell[1]"));
    fputs(functions, w->out);
}

/* Some programs have threads that differ in names only, which main keeps in an array. */
static void put_main(Writer *w)
{
    bool alike = draw(w, 3) == 0;
    fprintf(w->out,
            "int main(void)\n{\n    pthread_t t[2];\n    pthread_mutexattr_t kind;\n"
            "    pthread_mutexattr_init(&kind);\n"
            "    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);\n"
            "    pthread_mutex_init(&again, &kind);\n    sem_init(&sem, 0, %u);\n"
            "    pthread_barrier_init(&both, 0, 2);\n    pthread_spin_init(&spin, 0);\n"
            "    pthread_key_create(&key, 0);\n    pthread_create(&t[0], 0, run0, 0);\n"
            "    pthread_create(&t[1], 0, run%u, %s);\n    int i = 0, local = 0;\n"
            "    (void)i, (void)local;\n",
            draw(w, 3), alike ? 0 : draw(w, 2), alike ? "0" : "&t[1]");
    if (draw(w, 2))
        put_work(w);
    fprintf(w->out, "    for (int k = 0; k < 2; k++)\n        pthread_join(t[%s], 0);\n",
            PICK(w, "k", "k", "1 - k"));
    put_work(w);
    fprintf(w->out, "    return 0;\n}\n");
}

void threads_write(uint64_t *dice, FILE *out)
{
    Writer w = {dice, out};
    put_globals(&w);
    const char *of_run = PICK(&w, "", "", "/*@ atomic */");
    for (int k = 0; k < 2; k++) {
        fprintf(out,
                "%s\nstatic void *run%d(void *argument)\n{\n    int i = argument != 0, local = 0;\n"
                "    struct pair *n = 0; struct node *e = 0; pthread_t child = 0;\n"
                "    (void)i, (void)local, (void)n, (void)e, (void)child;\n",
                k ? of_run : "", k);
        for (uint32_t n = 2 + draw(&w, 3); n; n--)
            put_section(&w);
        fprintf(out, "    goto out;\nout:\n    return argument;\n}\n");
    }
    put_main(&w);
}
