/* calls.c -- the calls of a client of a library, as intervals. */
#include "report/json.h"

/* Where the text of a call stands: between its begin and its return, or behind its begin. */
static const char *call_text(const TraceCall *call, Arena *arena)
{
    if (!call->result)
        return arena_print(arena, "%s", call->call);
    return arena_print(arena, "%s%s%s", call->call, *call->result ? " = " : "", call->result);
}

/* The columns of all begins and returns, in their order: so far apart that each text has its place.
 */
typedef VEC(size_t) Columns;

static uint32_t count_events(const Bug *bug)
{
    uint32_t count = 0;
    vec_each (TraceCall, call, &bug->calls)
        count += call->result ? 2 : 1;
    return count;
}

static void find_columns(const Bug *bug, Columns *columns, Arena *arena)
{
    enum { GAP = 2, FRAME = 3 };
    uint32_t count = count_events(bug);
    vec_resize(columns, count + 1); /* the last one: where calls stand that have not returned */
    for (uint32_t event = 0; event <= count; event++) {
        size_t column = event ? columns->at[event - 1] + GAP : 0;
        vec_each (TraceCall, call, &bug->calls) {
            uint32_t end = call->result ? call->end : count;
            size_t need = columns->at[call->begin] + strlen(call_text(call, arena)) + FRAME;
            if (end == event && call->begin < event && column < need)
                column = need;
        }
        columns->at[event] = column;
    }
}

static size_t print_call(const TraceCall *call, const Columns *columns, size_t at, FILE *out,
                         Arena *arena)
{
    const char *text = call_text(call, arena);
    size_t end = call->result ? columns->at[call->end] : vec_last(columns);
    fprintf(out, "%*s|-%s", (int)(columns->at[call->begin] - at), "", text);
    at = columns->at[call->begin] + 2 + strlen(text);
    for (; at < end; at++)
        fputc(call->result || (end - at) % 2 ? '-' : ' ', out);
    fputc(call->result ? '|' : '.', out);
    return end + 1;
}

void report_calls(const Bug *bug, FILE *out)
{
    Arena arena = {0};
    Columns columns = {0};
    uint32_t threads = 0;
    if (!bug->calls.len)
        return;
    find_columns(bug, &columns, &arena);
    vec_each (TraceCall, call, &bug->calls)
        threads = call->thread >= threads ? call->thread + 1 : threads;
    fprintf(out, "\n  %zu call%s, each from its begin to its return:\n", bug->calls.len,
            bug->calls.len == 1 ? "" : "s");
    for (uint32_t t = 0; t < threads; t++) {
        size_t at = 0;
        fprintf(out, "    thread %u  ", t);
        vec_each (TraceCall, call, &bug->calls)
            if (call->thread == t)
                at = print_call(call, &columns, at, out, &arena);
        fputc('\n', out);
    }
    vec_free(&columns);
    arena_free(&arena);
}

json_t *report_calls_json(const Bug *bug)
{
    json_t *array = json_array();
    vec_each (TraceCall, call, &bug->calls) {
        json_t *object = json_object();
        json_object_set_new(object, "thread", json_integer(call->thread));
        json_object_set_new(object, "call", report_json_text(call->call));
        json_object_set_new(object, "result", report_json_text(call->result));
        json_object_set_new(object, "begin", json_integer(call->begin));
        json_object_set_new(object, "end", call->result ? json_integer(call->end) : json_null());
        json_object_set_new(object, "action", json_integer(call->step));
        json_array_append_new(array, object);
    }
    return array;
}
