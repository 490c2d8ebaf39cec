/* event.c -- heddle_call, heddle_return and heddle_more of a client of a library (lib/heddle.h); see
 * func.h. */
#include "front/c/lower/func.h"

static EventStep step_of(const char *name)
{
    return strcmp(name, "heddle_more") == 0   ? STEP_MORE
           : strcmp(name, "heddle_call") == 0 ? STEP_CALL
                                              : STEP_RETURN;
}

/* Arguments: the variable with the monitor, the thread, (a text) and words.  An event is an action of
 * its own. */
void event_lower(Func *f, const Call *call)
{
    VEC(Ref) operands = {0};
    EventStep step = step_of(call->name);
    uint32_t text = step == STEP_MORE ? 0 : build_string(f->b, known_string(f, call->args[2], "?"));
    vec_push(&operands, known_argument(f, call->args[1], TYPE_S64));
    for (unsigned n = step == STEP_MORE ? 2 : 3; n < call->count; n++)
        vec_push(&operands, known_argument(f, call->args[n], TYPE_S64));
    Ref dst = func_temporary(f, TYPE_U1), cell = func_use(f, call->args[0], TYPE_POINTER);
    if (step != STEP_MORE)
        func_point(f);
    func_emit(f, (Instr){.op = OP_EVENT,
                         .dst = dst,
                         .a = cell,
                         .offset = (int32_t)step,
                         .other = text,
                         .list = build_list(f->b, operands.at, operands.len)});
    if (step == STEP_MORE)
        known_result(f, call, dst, TYPE_U1);
    else
        func_point(f);
    vec_free(&operands);
}
