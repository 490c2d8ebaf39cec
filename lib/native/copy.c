/* copy.c -- memory is copied and filled in the parts in which the trace does it; the text comes behind that of
 * replay.c, and both are compiled as one. */

#define MORE (1ll << 63)

typedef struct Copy {
    char *to;
    const char *from; /* NULL: it fills */
    int byte;
    size_t bytes, done, held;
    char scalar[256]; /* that was read and not written */
} Copy;

/* The next n bytes begin there; what overlaps may have to be copied from its end. */
static size_t copy_at(const Copy *c, size_t n)
{
    int down = c->from && c->to > c->from && c->to < c->from + c->bytes;
    return down ? c->bytes - c->done - n : c->done;
}

static void copy_some(Copy *c, size_t n)
{
    size_t at = copy_at(c, n);
    if (c->from)
        memmove(c->to + at, c->from + at, n);
    else
        memset(c->to + at, c->byte, n);
    c->done += n;
}

/* So far: done bytes are where they belong, and held ones were read. */
static void copy_to(Copy *c, size_t done, size_t held)
{
    if (c->held) {
        memcpy(c->to + copy_at(c, c->held), c->scalar, c->held);
        c->done += c->held;
        c->held = 0;
    }
    if (done > c->done && done <= c->bytes)
        copy_some(c, done - c->done);
    if (held && c->from && held <= c->bytes - c->done) {
        memcpy(c->scalar, c->from + copy_at(c, held), held);
        c->held = held;
    }
}

static void copy_all(Copy *c)
{
    const Event *event = me.pending;
    while (event && event->known && event->result & MORE) {
        copy_to(c, (size_t)(event->result >> 16) & 0x7fffffff, (size_t)event->result & 0xff);
        const Event *next = next_event();
        if (!next || next->phase != PIECE)
            break;
        me.next++;
        wait_for(next);
        event = next->order == NEVER ? NULL : next;
    }
    copy_to(c, c->bytes, 0);
}

void heddle_copy(void *to, const void *from, unsigned long long bytes)
{
    if (bytes)
        copy_all(&(Copy){.to = to, .from = from, .bytes = bytes});
}

/* As memcpy, and the assignment of a struct: the places must not overlap, but may be the same. */
void heddle_copy_apart(void *to, const void *from, unsigned long long bytes)
{
    const char *a = to, *b = from;
    if (a != b && a < b + bytes && b < a + bytes) {
        fprintf(stderr, "runtime error: %llu bytes are copied between places that overlap\n",
                bytes);
        _exit(99);
    }
    heddle_copy(to, from, bytes);
}

void heddle_fill(void *to, int byte, unsigned long long bytes)
{
    if (bytes)
        copy_all(&(Copy){.to = to, .byte = byte, .bytes = bytes});
}

REPLACED(memcpy)
void *heddle_native_memcpy(void *to, const void *from, size_t bytes)
{
    heddle_copy_apart(to, from, bytes);
    return to;
}

REPLACED(memmove)
void *heddle_native_memmove(void *to, const void *from, size_t bytes)
{
    heddle_copy(to, from, bytes);
    return to;
}

REPLACED(memset)
void *heddle_native_memset(void *to, int byte, size_t bytes)
{
    heddle_fill(to, byte, bytes);
    return to;
}
