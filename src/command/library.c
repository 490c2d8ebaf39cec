/* library.c -- heddle check --library: a library without a main, by a client that calls it.
 *
 *   the client: the user's own, or one that front/c/client writes     session_load_library
 *   for each shape, like 2x3:                                         check_shape
 *     what do the calls return one at a time?                         engine/serial
 *     every run of the client, with a monitor of its calls            engine/explore
 *   a bug: the same with fewer calls, the fewest first                find_shortest
 *
 * A shape is how many calls each thread makes: the client is compiled once, for the largest numbers,
 * and asks by heddle_more whether it may go on.  Threads that make no call end at once. */
#include "command/library.h"

#include <ctype.h>
#include <stdlib.h>

#include "engine/explore/explore.h"
#include "engine/serial/serial.h"
#include "linear/linear.h"

enum { MOST_CALLS = 16 };

typedef struct Shape {
    uint32_t calls[LINEAR_THREADS];
} Shape;

typedef struct Library {
    Session *s;
    ClientShapes asked;
    Linear linear;
    uint32_t threads; /* of the client, at most */
    const char *done; /* the shapes that were explored, as text */
    Reason unjudged;  /* why nobody knows whether it is linearizable */
    bool waits;       /* nobody knows whether calls that wait may do so */
} Library;

bool library_parse_shapes(const char *text, ClientShapes *shapes)
{
    shapes->len = 0;
    while (*text) {
        char *end;
        unsigned long threads = strtoul(text, &end, 10), calls = 0;
        if (end > text && *end == 'x' && isdigit((unsigned char)end[1]))
            calls = strtoul(end + 1, &end, 10);
        if (!threads || threads > LINEAR_THREADS || !calls || calls > MOST_CALLS ||
            (*end && *end != ','))
            return false;
        vec_push(shapes, ((ClientShape){(uint32_t)threads, (uint32_t)calls}));
        text = end + (*end == ',');
    }
    return shapes->len != 0;
}

/* ---- the client ---- */

static bool ends_with(const char *name, const char *tail)
{
    size_t a = strlen(name), b = strlen(tail);
    return a > b && strcmp(name + a - b, tail) == 0;
}

/* The files of a library, by their places in s->sources. */
typedef struct LibraryFiles {
    VEC(int) headers, sources;
    VEC(const char *) includes; /* of a client that heddle writes */
    bool has_client;            /* one of the sources is the user's own client */
} LibraryFiles;

static int sort_files(Session *s, LibraryFiles *f)
{
    vec_each (const char *, name, &s->operands) {
        int status = session_read_file(s, *name), file = (int)s->sources.files.len - 1;
        if (status)
            return status;
        if (!ends_with(*name, ".h") && !ends_with(*name, ".c") && !ends_with(*name, ".i"))
            return session_complain(
                s, "--library reads headers (.h) and C files, and %s is neither", *name);
        if (ends_with(*name, ".h")) {
            vec_push(&f->headers, file);
            vec_push(&f->includes, *name);
            continue;
        }
        vec_push(&f->sources, file);
        f->has_client |= strstr(s->sources.files.at[file].text, "heddle_call") != NULL;
    }
    if (!f->headers.len && f->sources.len == 1 && !f->has_client) {
        vec_push(&f->includes, s->operands.at[0]); /* a file without a header is included */
        f->sources.len = 0;
    }
    if (!f->includes.len && !f->has_client)
        return session_complain(s, "--library: give the header of the library, too");
    return 0;
}

/* Something to compile, if all is in headers. */
static int add_probe(Session *s, const LibraryFiles *f)
{
    const char *text = "";
    vec_each (const char *, name, &f->includes)
        text = arena_print(&s->texts, "%s#include \"%s\"\n", text, *name);
    return source_add(&s->sources, "(headers)", text, strlen(text));
}

static int write_client(Session *s, LibraryFiles *f)
{
#ifdef HEDDLE_C
    ClientShapes shapes = {0};
    ClientAsk ask = {.headers = f->headers.at,
                     .header_count = f->headers.len,
                     .includes = f->includes.at,
                     .include_count = f->includes.len,
                     .calls = s->options.calls,
                     .first = s->options.first,
                     .last = s->options.last,
                     .values = s->options.values};
    library_parse_shapes(s->options.client, &shapes);
    vec_each (ClientShape, shape, &shapes) {
        ask.threads = shape->threads > ask.threads ? shape->threads : ask.threads;
        ask.most_calls = shape->calls > ask.most_calls ? shape->calls : ask.most_calls;
    }
    vec_free(&shapes);
    VEC(const char *) flags = {0};
    vec_each (const char *, flag, &s->flags)
        vec_push(&flags, *flag);
    COptions options = session_c_options(s);
    int probe = f->sources.len ? -1 : add_probe(s, f);
    vec_push(&flags, "-femit-all-decls"); /* functions of the headers that nobody calls yet */
    options.flags = flags.at;
    options.flag_count = flags.len;
    s->client.text =
        c_client(&s->sources, probe >= 0 ? &probe : f->sources.at, probe >= 0 ? 1 : f->sources.len,
                 &options, &ask, &s->texts, &s->client.functions, &s->diag);
    vec_free(&flags);
    if (s->client.text) {
        vec_push(&f->sources,
                 source_add(&s->sources, "(client)", s->client.text, strlen(s->client.text)));
        return 0;
    }
    diag_print(&s->diag, stderr);
    return EXIT_INPUT;
#else
    (void)f;
    return session_complain(s, "this heddle was built without clang and LLVM 19");
#endif
}

int session_load_library(Session *s)
{
    LibraryFiles f = {0};
    ClientShapes shapes = {0};
    bool known = library_parse_shapes(s->options.client, &shapes);
    vec_free(&shapes);
    if (!known)
        return session_complain(s,
                                "--client: write threads x calls, at most %dx%d, like 2x3 or "
                                "2x3,3x2",
                                LINEAR_THREADS, MOST_CALLS);
    int status = sort_files(s, &f);
    if (!status && !f.has_client)
        status = write_client(s, &f);
    s->front = session_find_front("client.c");
    if (!status && s->options.show_client)
        diag_print(&s->diag, stderr);
    if (!status && s->options.show_client && s->client.text)
        fputs(s->client.text, stdout);
    else if (!status)
        status = session_load_sources(s, f.sources.at, f.sources.len);
    if (status == EXIT_INPUT && s->client.text && !s->complaint)
        session_complain(s,
                         "the client that heddle wrote does not compile with the library: "
                         "--show-client prints it; change it, and give it instead of the header");
    vec_free(&f.headers);
    vec_free(&f.sources);
    vec_free(&f.includes);
    return status;
}

/* ---- one shape ---- */

static void begin_linear(Library *l, const Shape *shape)
{
    linear_free(&l->linear);
    l->linear = (Linear){.threads = l->threads, .own_client = !l->s->client.text};
    memcpy(l->linear.calls, shape->calls, sizeof shape->calls);
    l->s->program->linear = &l->linear;
}

/* The library without what its calls should return: all else is judged. */
static void begin_unjudged(Library *l, const Shape *shape)
{
    begin_linear(l, shape);
    l->linear.unjudged = true;
    l->s->job.properties &= ~(uint32_t)PROPERTY_LINEAR;
}

static bool is_linear_asked(const Session *s)
{
    return s->job.properties & PROPERTY_LINEAR;
}

/* The functions that wait when they run alone: `get, take`. */
static const char *waiting_functions(const Library *l)
{
    const char *list = "";
    vec_each (const SpecNode, node, &l->linear.nodes)
        vec_each (const SpecEdge, edge, &node->edges) {
            if (edge->result != LABEL_WAITS)
                continue;
            const char *text = l->s->program->strings.at[linear_function(&l->linear, edge->call)];
            const char *name = arena_print(&l->s->texts, "%.*s", (int)strcspn(text, "("), text);
            if (!strstr(arena_print(&l->s->texts, ", %s,", list),
                        arena_print(&l->s->texts, ", %s,", name)))
                list = arena_print(&l->s->texts, "%s%s%s", list, *list ? ", " : "", name);
        }
    return list;
}

/* Hangs of calls that wait alone, too, are what the library is for. */
static void drop_hangs(Library *l)
{
    Session *s = l->s;
    if (!(s->job.properties & PROPERTY_HANG))
        return;
    s->job.properties &= ~(uint32_t)PROPERTY_HANG;
    const char *note = arena_print(&s->texts,
                                   "some calls wait when they run alone (%s): that they do is no "
                                   "hang, and only deadlocks were looked for",
                                   waiting_functions(l));
    vec_push(&s->job.notes, ((Reason){.text = note}));
}

/* Nobody knows which calls may wait: those that do are no error. */
static void drop_waits(Library *l)
{
    enum { WAITS = PROPERTY_DEADLOCK | PROPERTY_HANG };
    uint32_t *properties = &l->s->job.properties;
    l->waits = l->waits || *properties & WAITS;
    *properties &= ~(uint32_t)WAITS;
}

/* What the calls return one at a time, and what is judged by that. */
static void find_serial(Library *l, const Shape *shape)
{
    Session *s = l->s;
    Reason why = {0};
    bool asked = is_linear_asked(s), tso = s->job.runs_in == MEMORY_TSO;
    begin_linear(l, shape);
    bool found = (asked || s->job.properties & (PROPERTY_DEADLOCK | PROPERTY_HANG)) &&
                 serial_find(&s->job, &why);
    bool waits = !found || l->linear.waits;
    if (asked && tso)
        why = (Reason){.text = "nobody has defined it for the memory model tso: ask for sc or rc11 "
                               "(--memory-model)"};
    if (asked && (tso || !found))
        l->unjudged = why;
    if (asked && found && !tso) {
        if (waits)
            drop_hangs(l);
        return;
    }
    begin_unjudged(l, shape);
    if (waits)
        drop_waits(l);
}

static int check_shape(Library *l, const Shape *shape)
{
    Session *s = l->s;
    job_clear(&s->job);
    find_serial(l, shape);
    Stats serial = s->job.stats;
    s->job.stats = (Stats){0};
    int status = session_answer(s, &engine_explore);
    s->job.stats.serial_states = serial.serial_states;
    s->job.stats.serial_nodes = serial.serial_nodes;
    return status;
}

/* ---- the shortest bug ---- */

/* Threads are alike: each makes at most as many calls as the one before it.  The next such shape with
 * the same sum; false: there is none. */
static bool next_shape(Shape *shape, uint32_t threads, uint32_t most)
{
    uint32_t rest = 0;
    for (uint32_t t = threads; t-- > 0;) {
        uint32_t own = shape->calls[t];
        if (own > 0 && own - 1 <= most && t + 1 < threads) {
            /* one less here: what is left must fit behind it */
            uint32_t left = rest + 1, cap = own - 1;
            if ((uint64_t)cap * (threads - t - 1) >= left) {
                shape->calls[t] = cap;
                for (uint32_t u = t + 1; u < threads; u++) {
                    shape->calls[u] = left < cap ? left : cap;
                    left -= shape->calls[u];
                }
                return true;
            }
        }
        rest += own;
    }
    return false;
}

static bool first_shape(Shape *shape, uint32_t sum, uint32_t threads, uint32_t most)
{
    *shape = (Shape){0};
    for (uint32_t t = 0; t < threads; t++) {
        shape->calls[t] = sum < most ? sum : most;
        sum -= shape->calls[t];
    }
    return sum == 0;
}

/* Is the error that the library goes beyond a variable which a client of heddle's passes to it?  It
 * may be meant for arrays: nobody knows of how many elements. */
static bool is_beyond_client(const Library *l)
{
    const Job *job = &l->s->job;
    if (job->verdict != VERDICT_BUG || !l->s->client.text ||
        job->bugs.at[0].error != ERR_OUT_OF_BOUNDS)
        return false;
    const char *object = strstr(job->bugs.at[0].message, " of ");
    return object && ((object[4] == 'a' && isdigit((unsigned char)object[5])) ||
                      strncmp(object + 4, "items[", 6) == 0);
}

static void blame_client(Library *l)
{
    Job *job = &l->s->job;
    const Bug *bug = &job->bugs.at[0];
    Reason why = {.text = arena_print(&job->arena,
                                      "%s: that is a variable of the client, and how many elements "
                                      "the library expects there is not known; write a client "
                                      "yourself: --show-client prints one to begin with",
                                      bug->message),
                  .where = bug->where,
                  .proc = bug->proc};
    job_clear(job);
    job_give_reason(job, why);
}

/* A bug is known: of those with the fewest calls, the first one. */
static int find_shortest(Library *l, const ClientShape *full)
{
    Session *s = l->s;
    Shape shape;
    for (uint32_t sum = 1; sum <= full->threads * full->calls; sum++)
        for (bool more = first_shape(&shape, sum, full->threads, full->calls); more;
             more = next_shape(&shape, full->threads, full->calls)) {
            int status = check_shape(l, &shape);
            if (status || (s->job.verdict == VERDICT_BUG && !is_beyond_client(l)))
                return status;
        }
    return 0;
}

/* ---- all of it ---- */

static void say_done(Library *l)
{
    Session *s = l->s;
    Job *job = &s->job;
    job->covered = arena_print(&job->arena, "clients of %s calls of %s: no run breaks any of: %s",
                               l->done, s->client.functions ? s->client.functions : "the client",
                               library_properties(job));
    if (!l->unjudged.text && !l->waits)
        return;
    job->verdict = VERDICT_UNKNOWN; /* nothing else is wrong */
    const char *what = l->unjudged.text ? arena_print(&job->arena, "the library is linearizable%s",
                                                      l->waits ? ", and whether calls wait that "
                                                                 "should not,"
                                                               : "")
                                        : "calls wait that should not";
    const char *why = l->unjudged.text
                          ? l->unjudged.text
                          : "some wait when they run alone, too, and which of them may is known "
                            "only if linear is among the properties";
    const char *text = arena_print(
        &job->arena, "nothing else is wrong, but whether %s is not known: %s", what, why);
    job_give_reason(job, (Reason){text, l->unjudged.where, l->unjudged.proc});
}

const char *library_properties(const Job *job)
{
    const char *list = "";
    for (uint32_t bit = 1; bit <= PROPERTY_LINEAR; bit <<= 1)
        if (job->properties & bit)
            list = arena_print((Arena *)&job->arena, "%s%s%s", list, *list ? ", " : "",
                               property_name((Property)bit));
    return list;
}

static int check_shapes(Library *l)
{
    Session *s = l->s;
    int status = 0;
    vec_each (ClientShape, asked, &l->asked) {
        Shape shape = {0};
        for (uint32_t t = 0; t < asked->threads; t++)
            shape.calls[t] = asked->calls;
        status = check_shape(l, &shape);
        if (!status && is_beyond_client(l))
            blame_client(l);
        if (!status && s->job.verdict == VERDICT_BUG)
            status = find_shortest(l, asked);
        if (status || s->job.verdict != VERDICT_SAFE)
            return status;
        l->done = arena_print(&s->texts, "%s%s%ux%u", l->done, *l->done ? " and " : "",
                              asked->threads, asked->calls);
    }
    say_done(l);
    return status;
}

int session_answer_library(Session *s)
{
    Library l = {.s = s, .done = ""};
    uint32_t where;
    if (!program_has(s->program, OP_EVENT, &where))
        return session_complain(s, "--library: the program has a main, which makes no call that "
                                   "heddle_call tells of: see heddle help projects");
    if (strcmp(s->options.engine, "auto") != 0 && strcmp(s->options.engine, "explore") != 0)
        return session_complain(s, "--library: only --engine=explore follows calls");
    library_parse_shapes(s->options.client, &l.asked);
    vec_each (ClientShape, shape, &l.asked)
        l.threads = shape->threads > l.threads ? shape->threads : l.threads;
    s->options.engine = "explore";
    s->job.properties |= strcmp(s->options.property, "all") == 0 ? PROPERTY_LINEAR : 0;
    int status = check_shapes(&l);
    s->program->linear = NULL;
    linear_free(&l.linear);
    vec_free(&l.asked);
    return status;
}
