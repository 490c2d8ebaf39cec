/* engines-kinds.h -- of engines-kinds.c, what several threads do. */
/* ---- two threads ---- */

static pthread_t start(void *(*run)(void *), void *argument)
{
    pthread_t t;
    pthread_create(&t, 0, run, argument);
    return t;
}
static void both(void *(*a)(void *), void *(*b)(void *))
{
    pthread_t s = start(a, (void *)0), t = start(b, (void *)1);
    pthread_join(s, 0);
    pthread_join(t, 0);
}
static void *add_one(void *arg)
{
    pthread_mutex_lock(&one);
    x++;
    pthread_mutex_unlock(&one);
    return arg;
}
static void *add_bare(void *arg)
{
    int now = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    __atomic_store_n(&x, now + 1, __ATOMIC_SEQ_CST);
    return arg;
}
static void counted(void)
{
    both(add_one, add_one);
    assert(x == 2 - bad() * 0);
    assert(!bad() || x != 2);
}
static int trail, wrong_trail;
static void *leave_trail(void *arg)
{
    pthread_mutex_lock(&one);
    trail = 10 * trail + (arg == &x ? 1 : arg == &y ? 2 : 3);
    int now = trail;
    pthread_mutex_unlock(&one);
    assert(now != wrong_trail);
    return arg;
}
static void trails(int wrong)
{
    wrong_trail = bad() ? wrong : wrong + 300;
    start(leave_trail, &x), start(leave_trail, &y), start(leave_trail, &flag);
}
static void trail_123(void)
{
    trails(123);
}
static void trail_132(void)
{
    trails(132);
}
static void trail_213(void)
{
    trails(213);
}
static void trail_231(void)
{
    trails(231);
}
static void trail_312(void)
{
    trails(312);
}
static void trail_321(void)
{
    trails(321);
}
static void torn(void)
{
    both(bad() ? add_bare : add_one, bad() ? add_bare : add_one);
    assert(x == 2);
}
static void *write_rw(void *arg)
{
    pthread_rwlock_wrlock(&rw);
    x = 1;
    x = 0;
    pthread_rwlock_unlock(&rw);
    return arg;
}
static void *read_rw(void *arg)
{
    pthread_rwlock_rdlock(&rw);
    if (bad())
        pthread_rwlock_unlock(&rw);
    assert(x == 0);
    if (!bad())
        pthread_rwlock_unlock(&rw);
    return arg;
}
static void readers(void)
{
    both(write_rw, read_rw);
}
static void *write_shared(void *arg)
{
    bad() ? pthread_rwlock_rdlock(&rw) : pthread_rwlock_wrlock(&rw);
    int now = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    __atomic_store_n(&x, now + 1, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&rw);
    return arg;
}
static void writers(void)
{
    both(write_shared, write_shared);
    assert(x == 2);
}
static void *add_tried(void *arg)
{
    if (pthread_mutex_trylock(&one) == 0) {
        int now = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
        __atomic_store_n(&x, now + 1, __ATOMIC_SEQ_CST);
        if (!bad())
            pthread_mutex_unlock(&one);
    } else
        __atomic_fetch_add(&y, 1, __ATOMIC_SEQ_CST);
    return arg;
}
static void tried(void)
{
    both(add_tried, add_tried);
    assert(x + y == 2 && x >= (bad() ? 2 : 1));
}
static void tried_more(void)
{
    both(add_tried, add_tried);
    assert(x != (bad() ? 1 : 3));
}
static void *give_back(void *arg)
{
    if (!arg || !bad())
        pthread_mutex_lock(&one);
    x++;
    pthread_mutex_unlock(&one);
    return arg;
}
static void not_held(void)
{
    both(give_back, give_back);
}
static void *take_twice(void *arg)
{
    pthread_mutex_lock(&one);
    if (arg && bad())
        pthread_mutex_lock(&one);
    pthread_mutex_unlock(&one);
    return arg;
}
static void held_twice(void)
{
    both(take_twice, take_twice);
}
static void *two_sections(void *arg)
{
    pthread_mutex_lock(&one);
    int now = x;
    pthread_mutex_unlock(&one);
    if (!bad())
        pthread_mutex_lock(&one), now = x, pthread_mutex_unlock(&one);
    pthread_mutex_lock(&one);
    x = bad() ? now + 1 : x + 1;
    pthread_mutex_unlock(&one);
    return arg;
}
static void sections(void)
{
    both(two_sections, two_sections);
    assert(x == 2);
}
static void *in_row(void *arg)
{
    int k = arg && bad();
    pthread_mutex_lock(&row[k]);
    int now = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    __atomic_store_n(&x, now + 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&row[k]);
    return arg;
}
static void rows(void)
{
    both(in_row, in_row);
    assert(x == 2);
}
static void *look_behind(void *arg)
{
    int now = 0;
    if (!bad())
        pthread_mutex_lock(&one);
    now = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    if (bad())
        pthread_mutex_lock(&one);
    __atomic_store_n(&x, now + 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&one);
    return arg;
}
static void looks(void)
{
    both(look_behind, look_behind);
    assert(x == 2);
}
static void *answer(void *arg)
{
    return arg ? &x : &y;
}
static void results(void)
{
    void *r, *s;
    pthread_t a = start(answer, 0), b = start(answer, &x);
    pthread_join(a, &r);
    pthread_join(b, &s);
    assert(r == &y && s == (bad() ? &y : &x));
}
static void *give(void *arg)
{
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
    return arg;
}
static void *get(void *arg)
{
    heddle_assume(__atomic_load_n(&flag, __ATOMIC_SEQ_CST) || bad());
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 1);
    return arg;
}
static void flags(void)
{
    both(give, get);
}
static void *store_pointer(void *arg)
{
    pthread_mutex_lock(&one);
    shared = arg ? &x : &y;
    pthread_mutex_unlock(&one);
    return arg;
}
static void points(void)
{
    shared = &flag;
    both(store_pointer, store_pointer);
    *shared = 5;
    assert(x + y == 5 && flag == 0 && (!bad() || x == 5));
}
static void *free_it(void *arg)
{
    pthread_mutex_lock(&one);
    if (shared && !bad())
        free(shared), shared = 0;
    else if (bad())
        free(shared);
    pthread_mutex_unlock(&one);
    return arg;
}
static void given_away(void)
{
    shared = malloc(4);
    both(free_it, free_it);
}
static void *exchange(void *arg)
{
    int old = bad() ? __atomic_load_n(&x, __ATOMIC_SEQ_CST)
                    : __atomic_exchange_n(&x, 1, __ATOMIC_SEQ_CST);
    __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    if (!old)
        __atomic_fetch_add(&y, 1, __ATOMIC_SEQ_CST);
    return arg;
}
static void winners(void)
{
    both(exchange, exchange);
    assert(y == 1);
}
static void *region(void *arg)
{
    int now;
    if (bad()) {
        heddle_atomic_begin();
        now = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
        heddle_atomic_end();
        __atomic_store_n(&x, now + 1, __ATOMIC_SEQ_CST);
    } else {
        heddle_atomic_begin();
        now = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
        __atomic_store_n(&x, now + 1, __ATOMIC_SEQ_CST);
        heddle_atomic_end();
    }
    return arg;
}
static void regions(void)
{
    both(region, region);
    assert(x == 2);
}
static void *store_read(void *arg)
{
    int *mine = arg ? &x : &y, *his = arg ? &y : &x;
    __atomic_store_n(mine, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_load_n(his, __ATOMIC_SEQ_CST))
        __atomic_fetch_add(&flag, 1, __ATOMIC_SEQ_CST);
    return arg;
}
static void buffers(void)
{
    both(store_read, store_read);
    assert(flag < (bad() ? 1 : 2));
}
static void *write_one(void *arg)
{
    __atomic_store_n(arg ? &x : &y, 1, __ATOMIC_SEQ_CST);
    return arg;
}
static void before_fork(void)
{
    pthread_t t;
    x = 3;
    if (!bad())
        x = 0;
    t = start(get, 0);
    if (bad())
        __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
    else
        __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST), __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
    pthread_join(t, 0);
}
static void after_join(void)
{
    pthread_t t = start(write_one, &x);
    if (!bad())
        pthread_join(t, 0);
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 1);
    if (bad())
        pthread_join(t, 0);
}
static void *copy_lock(void *arg)
{
    pthread_mutex_lock(&two);
    pthread_mutex_lock(&one);
    x += arg ? 1 : 2;
    pthread_mutex_unlock(&one);
    pthread_mutex_unlock(&two);
    assert(bad() ? x != 1 : 1);
    return arg;
}
static void nested(void)
{
    both(copy_lock, copy_lock);
}

/* Nobody sees what is there for a moment, unless a lock is missing. */
static void seen(void)
{
    assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 0);
}
static void put(int value)
{
    __atomic_store_n(&x, value, __ATOMIC_SEQ_CST);
}
static void *for_a_moment(void *arg)
{
    pthread_mutex_lock(&one);
    put(1);
    put(0);
    pthread_mutex_unlock(&one);
    return arg;
}
static void *lock_of_row(void *arg)
{
    int k = arg && bad();
    pthread_mutex_lock(&row[k]);
    seen();
    put(1);
    put(0);
    pthread_mutex_unlock(&row[k]);
    return arg;
}
static void moment_row(void)
{
    start(lock_of_row, 0), start(lock_of_row, &x);
}
static void *in_two_sections(void *arg)
{
    pthread_mutex_lock(&one);
    seen();
    put(1);
    if (bad()) {
        pthread_mutex_unlock(&one);
        pthread_mutex_lock(&one);
    }
    put(0);
    pthread_mutex_unlock(&one);
    return arg;
}
static void moment_sections(void)
{
    start(in_two_sections, 0), start(in_two_sections, &x);
}
static void *look_before(void *arg)
{
    if (bad())
        seen();
    pthread_mutex_lock(&one);
    seen();
    pthread_mutex_unlock(&one);
    return arg;
}
static void moment_before(void)
{
    start(look_before, 0), start(for_a_moment, &x);
}
static void *look_after(void *arg)
{
    pthread_mutex_lock(&one);
    seen();
    pthread_mutex_unlock(&one);
    if (bad())
        seen();
    return arg;
}
static void moment_after(void)
{
    start(look_after, 0), start(for_a_moment, &x);
}
static void *put_after(void *arg)
{
    pthread_mutex_lock(&one);
    seen();
    if (!bad())
        put(1), put(0);
    pthread_mutex_unlock(&one);
    if (bad())
        put(1), put(0);
    return arg;
}
static void moment_put(void)
{
    start(put_after, 0), start(put_after, &x);
}
static void *lock_perhaps(void *arg)
{
    int locks = any(0, 1) || !bad();
    if (locks)
        pthread_mutex_lock(&one);
    seen();
    put(1);
    put(0);
    if (locks)
        pthread_mutex_unlock(&one);
    return arg;
}
static void moment_perhaps(void)
{
    start(lock_perhaps, 0), start(lock_perhaps, &x);
}
static void *give_perhaps(void *arg)
{
    int early = any(0, 1) && bad();
    pthread_mutex_lock(&one);
    seen();
    if (early)
        pthread_mutex_unlock(&one);
    put(1);
    put(0);
    if (!early)
        pthread_mutex_unlock(&one);
    return arg;
}
static void moment_early(void)
{
    start(give_perhaps, 0), start(give_perhaps, &x);
}
static void innermost(int by)
{
    int now = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    __atomic_store_n(&x, now + by, __ATOMIC_SEQ_CST);
}
static void middle(void)
{
    innermost(2), innermost(-1);
}
static void *calls_inside(void *arg)
{
    if (bad()) {
        middle();
    } else {
        heddle_atomic_begin();
        middle();
        heddle_atomic_end();
    }
    return arg;
}
static void calls(void)
{
    both(calls_inside, calls_inside);
    assert(x == 2);
}
static void *wait_inside(void *arg)
{
    int n = any(0, 1);
    heddle_atomic_begin();
    if (n)
        __atomic_store_n(&y, 1, __ATOMIC_SEQ_CST);
    if (!bad())
        heddle_assume(__atomic_load_n(&flag, __ATOMIC_SEQ_CST));
    heddle_atomic_end();
    return arg;
}
static void *look_at_both(void *arg)
{
    int now = __atomic_load_n(&y, __ATOMIC_SEQ_CST);
    assert(!now || __atomic_load_n(&flag, __ATOMIC_SEQ_CST));
    __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
    return arg;
}
static void waits(void)
{
    start(wait_inside, 0), start(look_at_both, 0);
}
static void *overwrite(void *arg)
{
    int mine = arg ? 1 : 2;
    put(mine);
    int now = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    assert(now == mine || (now == 3 - mine && !bad()));
    return arg;
}
static void overwritten(void)
{
    start(overwrite, 0), start(overwrite, &x);
}
static void *upgrade(void *arg)
{
    pthread_rwlock_rdlock(&rw);
    if (!bad())
        pthread_rwlock_unlock(&rw);
    pthread_rwlock_wrlock(&rw);
    pthread_rwlock_unlock(&rw);
    return arg;
}
static void upgraded(void)
{
    upgrade(0);
}
