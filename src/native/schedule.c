/* schedule.c -- see schedule.h. */
#include "native/schedule.h"

#include <stdlib.h>

/* A landmark that a thread has reached, on the way to become one event or two. */
typedef struct Visit {
    int thread;
    uint32_t landmark;
    size_t begins;
    size_t returns;  /* steps; NONE */
    size_t entered;  /* the call has led back to the user's code */
    size_t released; /* it waits, and has given up its mutex */
    bool ends;       /* the thread, which was cancelled */
    bool known;
    uint64_t result;
    bool copies; /* memory; the result says how far it has come */
    bool more;   /* ... and that there is more to come: */
    bool piece;  /* such a part of it, but not the first */
} Visit;

typedef struct Making {
    const Program *program;
    const Bug *bug;
    const bool *found;
    Schedule *schedule;
    VEC(Visit) visits;       /* in the order of the run */
    VEC(int) children;       /* thread -> that it has created */
    VEC(int) posts;          /* thread -> tasks that it has posted */
    VEC(const char *) tasks; /* thread -> the task that it is, and has not begun; NULL: none */
    VEC(int) runs;    /* thread -> the task that it runs, if it is the event loop; else itself */
    VEC(int) threads; /* of each step */
    VEC(size_t) last; /* thread -> its last step */
    VEC(size_t) open; /* visits: calls that have not returned, of all threads */
} Making;

#define NONE SIZE_MAX
enum { PHASE_PIECE = 2 }; /* ORDER PHASE: as in lib/native/replay.c */

static int find_thread(const Making *m, const char *name)
{
    for (size_t n = m->schedule->threads.len; n > 0; n--)
        if (strcmp(m->schedule->threads.at[n - 1].name, name) == 0)
            return (int)n - 1;
    return -1;
}

static int add_thread(Making *m, const char *name, const char *task, int parent)
{
    ScheduleThread thread = {.name = name, .parent = parent};
    if (parent >= 0)
        thread.child = task ? -1 - m->posts.at[parent]++ : m->children.at[parent]++;
    vec_push(&m->schedule->threads, thread);
    vec_push(&m->children, 0);
    vec_push(&m->posts, 0);
    vec_push(&m->tasks, task);
    vec_push(&m->runs, (int)m->schedule->threads.len - 1);
    vec_push(&m->last, NONE);
    return (int)m->schedule->threads.len - 1;
}

/* One that nobody has created exists from the start. */
static int thread_of(Making *m, const char *name)
{
    int found = find_thread(m, name);
    return found >= 0 ? found : add_thread(m, name, NULL, -1);
}

/* What stands behind the word, as in `posts f(1)`; NULL: another word stands there. */
static const char *behind(const char *text, const char *word)
{
    size_t len = strlen(word);
    return strncmp(text, word, len) == 0 ? text + len : NULL;
}

/* The event loop runs tasks, each of which is a thread of the binary. */
static int task_of(Making *m, const TraceStep *step, int thread)
{
    vec_each (const char *, text, &step->texts) {
        const char *task = behind(*text, "runs ");
        for (size_t n = 0; task && n < m->tasks.len; n++)
            if (m->tasks.at[n] && strcmp(m->tasks.at[n], task) == 0) {
                m->tasks.at[n] = NULL;
                m->runs.at[thread] = (int)n;
                return (int)n;
            }
    }
    return m->runs.at[thread];
}

static const char *callee(const Making *m, uint32_t landmark)
{
    const char *name = m->program->landmarks.at[landmark].callee;
    return name ? name : "";
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/* Calls that give up a mutex and wait. */
static bool waits(const char *name)
{
    static const char *const names[] = {"pthread_cond_wait",      "pthread_cond_timedwait",
                                        "pthread_cond_clockwait", "cnd_wait",
                                        "cnd_timedwait",          NULL};
    return is_one_of(name, names);
}

static bool is_barrier(const char *name)
{
    return strcmp(name, "pthread_barrier_wait") == 0;
}

static bool never_returns(const char *name)
{
    static const char *const names[] = {"exit",       "_exit",         "_Exit",
                                        "quick_exit", "pthread_exit",  "thrd_exit",
                                        "abort",      "__assert_fail", NULL};
    return is_one_of(name, names);
}

/* The innermost call of the thread that has not returned; NULL: none. */
static Visit *open_call(Making *m, int thread)
{
    for (size_t n = m->open.len; n > 0; n--)
        if (m->visits.at[m->open.at[n - 1]].thread == thread)
            return &m->visits.at[m->open.at[n - 1]];
    return NULL;
}

static void close_call(Making *m, const Visit *visit)
{
    size_t kept = 0;
    for (size_t n = 0; n < m->open.len; n++)
        if (&m->visits.at[m->open.at[n]] != visit)
            m->open.at[kept++] = m->open.at[n];
    m->open.len = kept;
}

static void reach(Making *m, int thread, size_t step, uint32_t landmark)
{
    Visit *around = open_call(m, thread);
    if (around && around->entered == NONE)
        around->entered = step;
    if (*callee(m, landmark))
        vec_push(&m->open, m->visits.len);
    vec_push(&m->visits, ((Visit){.thread = thread,
                                  .landmark = landmark,
                                  .begins = step,
                                  .returns = NONE,
                                  .entered = NONE,
                                  .released = NONE}));
}

static Visit *last_visit(Making *m, int thread)
{
    for (size_t n = m->visits.len; n > 0; n--)
        if (m->visits.at[n - 1].thread == thread)
            return &m->visits.at[n - 1];
    return NULL;
}

/* How far a copy has come. */
static void note_progress(Visit *visit, uint64_t progress)
{
    visit->copies = visit->known = true;
    visit->result = progress;
    visit->more = progress & PASS_MORE;
}

/* The next part of a copy. */
static void go_on(Making *m, int thread, size_t step, uint32_t landmark, uint64_t progress)
{
    Visit visit = {.thread = thread,
                   .landmark = landmark,
                   .begins = step,
                   .returns = step,
                   .entered = NONE,
                   .released = NONE,
                   .piece = true};
    note_progress(&visit, progress);
    vec_push(&m->visits, visit);
}

/* An access, or a call; an access that copies may do so in parts. */
static void pass_by(Making *m, int thread, size_t step, const TracePass *pass)
{
    const Visit *before = last_visit(m, thread);
    if (before && before->more && before->landmark == pass->landmark) {
        go_on(m, thread, step, pass->landmark, pass->result);
        return;
    }
    reach(m, thread, step, pass->landmark);
    if (pass->result)
        note_progress(&vec_last(&m->visits), pass->result);
}

/* A function of the library copies: of interest if that is all it does. */
static void copy_inside(Making *m, int thread, size_t step, uint64_t progress)
{
    static const char *const names[] = {"memcpy", "memmove", "memset", NULL};
    Visit *call = open_call(m, thread);
    if (!call || !is_one_of(callee(m, call->landmark), names))
        return;
    if (call->copies) {
        go_on(m, thread, step, call->landmark, progress);
        return;
    }
    note_progress(call, progress);
    call->entered = step;
}

/* Its handlers come next. */
static void cancel(Making *m, int thread, size_t step)
{
    Visit *call = open_call(m, thread);
    if (!call)
        return;
    call->ends = true;
    if (call->entered == NONE)
        call->entered = step;
}

static void fall_asleep(Making *m, int thread, size_t step)
{
    Visit *call = open_call(m, thread);
    if (call)
        call->released = step;
}

static void come_back(Making *m, int thread, size_t step, const TracePass *pass)
{
    for (Visit *visit; (visit = open_call(m, thread));) {
        close_call(m, visit);
        if (visit->landmark != pass->landmark)
            continue; /* left by another way */
        visit->returns = step;
        if (visit->copies)
            return;
        visit->known = pass->kind == PASS_RETURNS;
        visit->result = pass->result;
        return;
    }
}

/* A compare-and-exchange is no call: it is over when it has begun. */
static void learn_result(Making *m, int thread, const TracePass *pass)
{
    Visit *visit = last_visit(m, thread);
    if (!visit || visit->landmark != pass->landmark)
        return;
    visit->known = pass->kind == PASS_RETURNS;
    visit->result = pass->result;
}

/* What the step does to a call that was open before it. */
static void note_wait(Making *m, int thread, size_t step)
{
    Visit *visit = open_call(m, thread);
    if (!visit || visit->released != NONE || visit->begins == step)
        return;
    const char *name = callee(m, visit->landmark);
    if (is_barrier(name))
        visit->released = step;
    vec_each (TraceDeed, deed, &m->bug->steps.at[step].deeds)
        if (waits(name) && deed->kind == DEED_RELEASE)
            visit->released = step;
}

static void take_step(Making *m, size_t step)
{
    const TraceStep *taken = &m->bug->steps.at[step];
    int thread = task_of(m, taken, thread_of(m, taken->thread));
    vec_push(&m->threads, thread);
    m->last.at[thread] = step;
    note_wait(m, thread, step);
    vec_each (TracePass, pass, &taken->passes) {
        if (pass->landmark == LANDMARK_ARGC)
            m->schedule->argc = (int)pass->result;
        else if (pass->landmark == LANDMARK_PIECE)
            copy_inside(m, thread, step, pass->result);
        else if (pass->landmark == LANDMARK_CANCEL)
            cancel(m, thread, step);
        else if (pass->landmark == LANDMARK_SLEEP)
            fall_asleep(m, thread, step);
        else if (!m->found[pass->landmark])
            continue;
        else if (pass->kind == PASS_REACHES)
            pass_by(m, thread, step, pass);
        else if (*callee(m, pass->landmark))
            come_back(m, thread, step, pass);
        else
            learn_result(m, thread, pass);
    }
    vec_each (TraceDeed, deed, &taken->deeds)
        if (deed->kind == DEED_FORK)
            add_thread(m, deed->name, NULL, thread);
    vec_each (const char *, text, &taken->texts)
        if (behind(*text, "posts "))
            add_thread(m, *text, behind(*text, "posts "), thread);
}

/* The step in which a call is to be made; NONE: not before the end. */
static size_t step_of(const Making *m, const Visit *visit)
{
    const char *name = callee(m, visit->landmark);
    if (!*name)
        return visit->begins;
    if (visit->entered != NONE)
        return visit->entered;
    if (visit->returns != NONE)
        return visit->returns;
    bool fails = m->schedule->mode == SCHEDULE_ERROR && visit->thread == m->schedule->culprits[0];
    return fails || never_returns(name) ? m->last.at[visit->thread] : NONE;
}

static void add_event(Making *m, const Visit *visit, size_t step, int phase)
{
    ScheduleEvent event = {.landmark = visit->landmark,
                           .order = step == NONE ? SCHEDULE_NEVER : 0,
                           .phase = phase,
                           .known = visit->known,
                           .ends = visit->ends && step == visit->entered,
                           .result = (int64_t)visit->result,
                           .step = step};
    vec_push(&m->schedule->threads.at[visit->thread].events, event);
}

static void find_culprits(Making *m)
{
    Schedule *s = m->schedule;
    const Bug *bug = m->bug;
    bool rests = bug->error == ERR_DEADLOCK || bug->error == ERR_HANG;
    s->mode = bug->error == ERR_RACE ? SCHEDULE_RACE
              : bug->round           ? SCHEDULE_ROUND
              : rests                ? SCHEDULE_DEADLOCK
                                     : SCHEDULE_ERROR;
    s->culprits[0] = s->culprits[1] = -1;
    if (s->mode == SCHEDULE_ERROR)
        s->culprits[0] = bug->steps.len ? vec_last(&m->threads) : 0;
    for (size_t n = 0; n < 2 && s->mode == SCHEDULE_RACE && n < bug->waiters.len; n++)
        s->culprits[n] = find_thread(m, bug->waiters.at[n].thread);
}

/* Of all threads by their steps: each step is one thread's, whose events are in the order of
 * theirs.
 */
static void give_orders(Making *m)
{
    Schedule *s = m->schedule;
    VEC(size_t) next = {0};
    vec_resize(&next, s->threads.len);
    for (size_t step = 0; step < m->bug->steps.len; step++) {
        s->last = s->total;
        if (step + 1 == m->bug->round)
            s->round = s->total;
        for (size_t n = 0; n < s->threads.len; n++) {
            ScheduleThread *thread = &s->threads.at[n];
            for (; next.at[n] < thread->events.len; next.at[n]++) {
                ScheduleEvent *event = &thread->events.at[next.at[n]];
                if (event->step > step)
                    break;
                event->order = s->total++;
            }
        }
    }
    vec_free(&next);
}

/* A call that is open at the end of the round was so where it begins: there it is one of the next round. */
static void close_rounds(Schedule *s)
{
    vec_each (ScheduleThread, thread, &s->threads) {
        bool goes_round = false;
        vec_each (ScheduleEvent, event, &thread->events)
            goes_round |= event->order >= s->round;
        while (goes_round && vec_last(&thread->events).order == SCHEDULE_NEVER)
            thread->events.len--;
    }
}

void schedule_make(const Program *program, const Bug *bug, const bool *found, Schedule *schedule)
{
    Making m = {.program = program, .bug = bug, .found = found, .schedule = schedule};
    *schedule = (Schedule){.round = -1};
    add_thread(&m, "0", NULL, -1);
    for (size_t step = 0; step < bug->steps.len; step++)
        take_step(&m, step);
    find_culprits(&m);
    vec_each (Visit, visit, &m.visits) {
        size_t step = step_of(&m, visit);
        if (visit->released != NONE)
            add_event(&m, visit, visit->released, 0);
        add_event(&m, visit, step, visit->piece ? PHASE_PIECE : visit->released != NONE);
        if (visit->more && visit == last_visit(&m, visit->thread))
            add_event(&m, visit, NONE, PHASE_PIECE);
    }
    give_orders(&m);
    if (schedule->mode == SCHEDULE_ROUND)
        close_rounds(schedule);
    vec_free(&m.visits);
    vec_free(&m.children);
    vec_free(&m.posts);
    vec_free(&m.tasks);
    vec_free(&m.runs);
    vec_free(&m.threads);
    vec_free(&m.last);
    vec_free(&m.open);
}

void schedule_print(const Schedule *schedule, FILE *out)
{
    int first = 0;
    fprintf(out, "\nconst Event heddle_events[] = {\n");
    vec_each (ScheduleThread, thread, &schedule->threads)
        vec_each (ScheduleEvent, event, &thread->events)
            fprintf(out, "    {%u, %d, %d, %d, %d, (long long)%lluull},\n", event->landmark,
                    event->order, event->phase, event->known, event->ends,
                    (unsigned long long)event->result);
    fprintf(out, "    {0}\n};\nconst Thread heddle_threads[] = {\n");
    vec_each (ScheduleThread, thread, &schedule->threads) {
        fprintf(out, "    {%d, %d, %d, %d},\n", thread->parent, thread->child, first,
                (int)thread->events.len);
        first += (int)thread->events.len;
    }
    fprintf(out, "};\nconst int heddle_thread_count = %d, heddle_total = %d, heddle_mode = %d;\n",
            (int)schedule->threads.len, schedule->total, (int)schedule->mode);
    fprintf(out, "const int heddle_round = %d;\n", schedule->round);
    fprintf(out, "const int heddle_culprits[2] = {%d, %d};\n", schedule->culprits[0],
            schedule->culprits[1]);
}

void schedule_free(Schedule *schedule)
{
    vec_each (ScheduleThread, thread, &schedule->threads)
        vec_free(&thread->events);
    vec_free(&schedule->threads);
}
