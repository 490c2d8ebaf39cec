/* arrow.c -- see arrow.h. */
#include "report/arrow.h"

const char *report_deed_name(DeedKind kind)
{
    switch (kind) {
    case DEED_READ:
        return "read";
    case DEED_WRITE:
        return "write";
    case DEED_ACQUIRE:
        return "acquire";
    case DEED_RELEASE:
        return "release";
    case DEED_FORK:
        return "fork";
    case DEED_JOIN:
        return "join";
    case DEED_SEND:
        return "send";
    case DEED_RECEIVE:
        return "receive";
    case DEED_FREE:
        return "free";
    case DEED_MISS:
        return "miss";
    }
    return "";
}

static bool does(const TraceStep *step, DeedKind kind, const TraceDeed *to)
{
    vec_each (TraceDeed, deed, &step->deeds)
        if (deed->kind == kind && deed_same_target(deed, to))
            return true;
    return false;
}

size_t report_find_free(const Bug *bug, size_t end, const TraceDeed *object)
{
    for (size_t k = end; k-- > 0;)
        if (does(&bug->steps.at[k], DEED_FREE, object))
            return k;
    return end;
}

static void add(Arrows *arrows, size_t from, size_t to, DeedKind kind, const char *name)
{
    vec_push(arrows, ((Arrow){(uint32_t)from, (uint32_t)to, kind, name}));
}

/* From the last action before `to` that released the lock, if another thread did. */
static void add_hand_over(const Bug *bug, Arrows *arrows, size_t to, const TraceDeed *lock)
{
    const TraceStep *steps = bug->steps.at;
    for (size_t from = to; from-- > 0;)
        if (does(&steps[from], DEED_RELEASE, lock)) {
            if (strcmp(steps[from].thread, steps[to].thread) != 0)
                add(arrows, from, to, DEED_ACQUIRE, lock->name);
            return;
        }
}

static void add_fork(const Bug *bug, Arrows *arrows, size_t from, const char *thread)
{
    for (size_t to = from + 1; to < bug->steps.len; to++)
        if (strcmp(bug->steps.at[to].thread, thread) == 0) {
            add(arrows, from, to, DEED_FORK, thread);
            return;
        }
}

static void add_join(const Bug *bug, Arrows *arrows, size_t to, const char *thread)
{
    for (size_t from = to; from-- > 0;)
        if (strcmp(bug->steps.at[from].thread, thread) == 0) {
            add(arrows, from, to, DEED_JOIN, thread);
            return;
        }
}

/* Channels are queues: the n-th message received is the n-th one sent. */
static void add_message(const Bug *bug, Arrows *arrows, size_t to, const TraceDeed *channel)
{
    size_t received = 0;
    for (size_t k = 0; k < to; k++)
        received += does(&bug->steps.at[k], DEED_RECEIVE, channel);
    for (size_t from = 0; from <= to; from++) {
        if (!does(&bug->steps.at[from], DEED_SEND, channel))
            continue;
        if (received-- > 0)
            continue;
        if (strcmp(bug->steps.at[from].thread, bug->steps.at[to].thread) != 0)
            add(arrows, from, to, DEED_RECEIVE, channel->name);
        return;
    }
}

/* From the action that freed the object, if another thread did. */
static void add_freed(const Bug *bug, Arrows *arrows, size_t to, const TraceDeed *object)
{
    size_t from = report_find_free(bug, to, object);
    if (from < to && strcmp(bug->steps.at[from].thread, bug->steps.at[to].thread) != 0)
        add(arrows, from, to, DEED_MISS, object->name);
}

void report_arrows(const Bug *bug, Arrows *arrows)
{
    for (size_t k = 0; k < bug->steps.len; k++)
        vec_each (TraceDeed, deed, &bug->steps.at[k].deeds)
            switch (deed->kind) {
            case DEED_READ:
            case DEED_WRITE:
            case DEED_RELEASE:
            case DEED_SEND:
            case DEED_FREE:
                break;
            case DEED_ACQUIRE:
                add_hand_over(bug, arrows, k, deed);
                break;
            case DEED_FORK:
                add_fork(bug, arrows, k, deed->name);
                break;
            case DEED_JOIN:
                add_join(bug, arrows, k, deed->name);
                break;
            case DEED_RECEIVE:
                add_message(bug, arrows, k, deed);
                break;
            case DEED_MISS:
                add_freed(bug, arrows, k, deed);
                break;
            }
}
