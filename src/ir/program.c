/* program.c -- the tables made from op.def and error.def; making, freeing and asking a Program. */
#include "ir/program.h"

/* The types of results in op.def. */
#define RESULT_TYPE                                                                                \
    {                                                                                              \
        TYPE_VOID, 0                                                                               \
    }
#define RESULT_U1                                                                                  \
    {                                                                                              \
        TYPE_UNSIGNED, 1                                                                           \
    }
#define RESULT_U32                                                                                 \
    {                                                                                              \
        TYPE_UNSIGNED, 32                                                                          \
    }
#define RESULT_S32                                                                                 \
    {                                                                                              \
        TYPE_SIGNED, 32                                                                            \
    }
#define RESULT_S64                                                                                 \
    {                                                                                              \
        TYPE_SIGNED, 64                                                                            \
    }
#define RESULT_POINTER                                                                             \
    {                                                                                              \
        TYPE_PTR, 64                                                                               \
    }
#define RESULT_THREAD                                                                              \
    {                                                                                              \
        TYPE_TID, 32                                                                               \
    }

const char *const moves_words[MOVES_BOTH + 1] = {
    [0] = "", [MOVES_RIGHT] = "right", [MOVES_LEFT] = "left", [MOVES_BOTH] = "both"};

const OpInfo op_info[OPS] = {
#define OP(name, text, shape, effect, blocks, pure, next, result, kinds, unwritten, flags)         \
    [OP_##name] = {text,                                                                           \
                   shape,                                                                          \
                   EFFECT_##effect,                                                                \
                   blocks,                                                                         \
                   pure,                                                                           \
                   next,                                                                           \
                   RESULT_##result,                                                                \
                   KINDS_##kinds,                                                                  \
                   UNWRITTEN_##unwritten,                                                          \
                   flags},
#include "ir/op.def"
#undef OP
};

const ErrorInfo error_info[ERRORS] = {
#define ERR(name, key, property, sentence) [ERR_##name] = {key, sentence, PROPERTY_##property},
#include "ir/error.def"
#undef ERR
};

/* A call of the kind `any (...)` takes what a register of numbers or addresses can hold, or nothing,
 * and passes arguments that the callee may do without. */
static bool is_any_result(const char *callee)
{
    return strncmp(callee, "float", 5) != 0 && strncmp(callee, "double", 6) != 0 &&
           strncmp(callee, "struct", 6) != 0;
}

bool kind_fits(const char *call, const char *callee)
{
    const char *passed = strchr(call, '('), *taken = strchr(callee, '(');
    if (strcmp(call, callee) == 0 || !passed || !taken)
        return true;
    bool any = strncmp(call, "any ", 4) == 0;
    bool result = any ? is_any_result(callee)
                      : passed - call == taken - callee &&
                            strncmp(call, callee, (size_t)(passed - call)) == 0;
    size_t same = 0;
    while (passed[same] && passed[same] == taken[same])
        same++;
    bool all = !passed[same] && !taken[same];
    /* no prototype was seen: the arguments are all that there are */
    bool open = strcmp(passed + same, same == 1 ? "...)" : ", ...)") == 0;
    bool fewer = open || (any && (passed[same] == ',' || same == 1));
    return result && (all || (fewer && strcmp(taken + same, ")") == 0));
}

bool error_is_undefined(ErrorKind error)
{
    Property property = error_info[error].property;
    return property == PROPERTY_MEMORY || property == PROPERTY_LOCK ||
           property == PROPERTY_UNDEFINED || error == ERR_DIVISION || error == ERR_OVERFLOW;
}

uint32_t error_properties(const Program *program, ErrorKind error)
{
    uint32_t own = error_info[error].property;
    if (!program || !error_is_undefined(error) || !program_is_c(program))
        return own;
    if (own == PROPERTY_UNDEFINED)
        return own;
    if (error == ERR_DIVISION)
        return PROPERTY_MEMORY | PROPERTY_UNDEFINED;
    return own | PROPERTY_MEMORY | (error == ERR_OVERFLOW ? PROPERTY_UNDEFINED : 0);
}

Property error_property(const Program *program, ErrorKind error, uint32_t asked)
{
    uint32_t all = error_properties(program, error);
    if (all & asked & PROPERTY_LOCK)
        return PROPERTY_LOCK;
    return all & PROPERTY_MEMORY ? PROPERTY_MEMORY : error_info[error].property;
}

uint32_t math_find(const char *name)
{
    static const char *const names[MATH_FUNCTIONS] = {
#define MATH1(name) #name,
#define MATH2(name) #name,
#include "ir/math.def"
#undef MATH1
#undef MATH2
    };
    uint32_t k = 0;
    while (k < MATH_FUNCTIONS && strcmp(names[k], name) != 0)
        k++;
    return k;
}

const char *property_name(Property property)
{
    switch (property) {
    case PROPERTY_NONE:
        return "none";
    case PROPERTY_ASSERT:
        return "assert";
    case PROPERTY_DEADLOCK:
        return "deadlock";
    case PROPERTY_RACE:
        return "race";
    case PROPERTY_MEMORY:
        return "memory";
    case PROPERTY_LOCK:
        return "lock";
    case PROPERTY_ACCESS:
        return "access";
    case PROPERTY_UNDEFINED:
        return "undefined";
    case PROPERTY_HANG:
        return "hang";
    case PROPERTY_LIVELOCK:
        return "livelock";
    case PROPERTY_TERMINATION:
        return "termination";
    case PROPERTY_LTL:
        return "ltl";
    case PROPERTY_LINEAR:
        return "linear";
    case PROPERTY_LIVE:
        break;
    }
    return "?";
}

uint32_t property_parse(const char **list, bool races)
{
    const uint32_t all = PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK |
                         PROPERTY_ACCESS | PROPERTY_UNDEFINED |
                         (races ? PROPERTY_RACE | PROPERTY_HANG : 0);
    uint32_t bits = 0;
    while (**list) {
        size_t len = strcspn(*list, ",");
        uint32_t found = len == 3 && strncmp(*list, "all", 3) == 0 ? all : 0;
        for (uint32_t bit = 1; bit <= PROPERTY_LINEAR; bit <<= 1) {
            const char *name = property_name((Property)bit);
            if (strlen(name) == len && strncmp(*list, name, len) == 0)
                found |= bit;
        }
        if (!found)
            return 0;
        bits |= found;
        *list += len + ((*list)[len] == ',');
    }
    return bits;
}

uint32_t type_bytes(Type type)
{
    return type.bits <= 8 ? 1 : type.bits <= 16 ? 2 : type.bits <= 32 ? 4 : 8;
}

const char *type_text(Type type, char text[TYPE_TEXT])
{
    static const char *const names[] = {
        [TYPE_VOID] = "void", [TYPE_UNSIGNED] = "u", [TYPE_SIGNED] = "s",
        [TYPE_FLOAT] = "f",   [TYPE_PTR] = "ptr",    [TYPE_TID] = "tid",
    };
    bool counted = type.kind >= TYPE_UNSIGNED && type.kind <= TYPE_FLOAT;
    if (type.kind > TYPE_TID)
        snprintf(text, TYPE_TEXT, "?");
    else if (counted)
        snprintf(text, TYPE_TEXT, "%s%d", names[type.kind], type.bits);
    else
        snprintf(text, TYPE_TEXT, "%s", names[type.kind]);
    return text;
}

bool program_is_raw(const Program *p)
{
    vec_each (Layout, layout, &p->layouts)
        if (layout->kind == LAYOUT_RAW)
            return true;
    return false;
}

bool program_is_c(const Program *p)
{
    return p->is_c || program_is_raw(p);
}

bool program_has(const Program *p, Op op, uint32_t *where)
{
    for (*where = 0; *where < p->code.len; ++*where)
        if (p->code.at[*where].op == op)
            return true;
    return false;
}

bool program_is_weak(const Program *p)
{
    if (p->allows_races)
        return true;
    vec_each (Instr, i, &p->code)
        if (instr_is_weak(i))
            return !p->assumes_sc;
    return false;
}

const Proc *program_claim(const Program *p, uint32_t properties)
{
    vec_each (Proc, proc, &p->procs)
        if (proc->atomic && properties & PROPERTY_ACCESS)
            return proc;
    return NULL;
}

/* Marks the procedure and those that it asks. */
static void mark_asked(const Program *p, uint32_t proc, bool *seen)
{
    if (seen[proc])
        return;
    seen[proc] = true;
    for (uint32_t pc = p->procs.at[proc].begin; pc < p->procs.at[proc].end; pc++) {
        Op op = p->code.at[pc].op;
        if (op == OP_CALL || op == OP_FORALL || op == OP_EACH)
            mark_asked(p, p->code.at[pc].other, seen);
    }
}

bool program_asks_objects(const Program *p, uint32_t *where)
{
    bool asks = program_has(p, OP_EACH, where);
    if (!asks || !p->invariants.len || !program_is_c(p))
        return asks;
    bool *seen = memory_alloc(p->procs.len * sizeof *seen);
    asks = false;
    vec_each (Clause, clause, &p->invariants)
        mark_asked(p, clause->proc, seen);
    for (*where = 1; *where < p->code.len && !asks; *where += !asks)
        asks = p->code.at[*where].op == OP_EACH && !seen[program_proc_at(p, *where)];
    memory_free(seen);
    return asks;
}

bool program_is_serial(const Program *p)
{
    uint32_t where;
    return program_has(p, OP_SERIAL, &where);
}

uint32_t program_global_size(const Program *p, const Global *global)
{
    const Layout *layout = &p->layouts.at[global->layout];
    if (layout->kind == LAYOUT_CHAN)
        return 0; /* at the beginning */
    return layout->size * (global->count ? global->count : 1);
}

uint32_t program_field_size(const Program *p, const Field *field)
{
    uint32_t bytes = field->type.kind == TYPE_PTR ? p->pointer_bytes : type_bytes(field->type);
    return bytes * (field->count ? field->count : 1);
}

Program *program_new(const Sources *sources)
{
    Program *p = memory_alloc(sizeof *p);
    p->pointer_bytes = 8;
    p->sources = sources;
    p->init = -1;
    vec_push(&p->code, ((Instr){.op = OP_POINT, .dst = NO_REF, .a = NO_REF, .b = NO_REF}));
    vec_push(&p->pos, (Pos){0});
    vec_push(&p->layouts, (Layout){.name = ""});
    vec_push(&p->globals, (Global){.name = ""});
    vec_push(&p->regions, (Region){.name = ""});
    vec_push(&p->name_lists, (NameList){0});
    vec_push(&p->strings, "");
    vec_push(&p->lists, (List){0});
    return p;
}

void program_free(Program *p)
{
    if (!p)
        return;
    vec_each (Proc, proc, &p->procs) {
        vec_free(&proc->registers);
        vec_free(&proc->results);
    }
    vec_each (Layout, layout, &p->layouts)
        vec_free(&layout->fields);
    vec_each (NameList, list, &p->name_lists)
        vec_free(&list->names);
    vec_free(&p->code);
    vec_free(&p->pos);
    vec_free(&p->procs);
    vec_free(&p->by_code);
    vec_free(&p->layouts);
    vec_free(&p->globals);
    vec_free(&p->regions);
    vec_free(&p->name_lists);
    vec_free(&p->constants);
    vec_free(&p->strings);
    vec_free(&p->exceptions);
    vec_free(&p->lists);
    vec_free(&p->threads);
    vec_free(&p->annotations);
    vec_free(&p->accesses);
    vec_free(&p->invariants);
    vec_each (Spec, spec, &p->specs) {
        vec_each (ActionSpec, action, &spec->actions) {
            vec_free(&action->modifies);
            vec_free(&action->clauses);
        }
        vec_free(&spec->requires);
        vec_free(&spec->actions);
        vec_free(&spec->performs);
    }
    vec_free(&p->specs);
    vec_free(&p->landmarks);
    vec_free(&p->missing);
    vec_free(&p->passes);
    arena_free(&p->arena);
    memory_free(p);
}

/* A call of the procedure, by the user's code if there is one; 0: there is none. */
static uint32_t call_of(const Program *p, uint32_t proc)
{
    uint32_t found = 0;
    for (uint32_t pc = 0; pc < p->code.len; pc++) {
        if (p->code.at[pc].op != OP_CALL || p->code.at[pc].other != proc)
            continue;
        if (!p->procs.at[program_proc_at(p, pc)].library)
            return pc;
        found = pc;
    }
    return found;
}

uint32_t program_shown(const Program *p, uint32_t pc)
{
    enum { DEEPEST = 8 };
    uint32_t shown = pc;
    for (int k = 0; k < DEEPEST; k++) {
        uint32_t proc = program_proc_at(p, shown);
        if (proc >= p->procs.len || !p->procs.at[proc].library)
            return shown;
        shown = call_of(p, proc);
    }
    return pc;
}

Reason program_reason(const Program *p, const char *text, uint32_t pc)
{
    uint32_t proc = program_proc_at(p, pc);
    bool known = proc < p->procs.len && pc < p->pos.len;
    bool shown = known && !p->procs.at[proc].library;
    return (Reason){text, known ? p->pos.at[pc] : (Pos){0}, shown ? p->procs.at[proc].name : NULL};
}

bool program_may_lead(const Program *p, const Instr *call, const Proc *callee)
{
    return !call->other || !callee->kind || call->other == callee->kind ||
           kind_fits(p->strings.at[call->other], p->strings.at[callee->kind]);
}

uint32_t program_proc_at(const Program *p, uint32_t pc)
{
    size_t low = 0, high = p->by_code.len;
    assert(high);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (p->procs.at[p->by_code.at[middle]].begin <= pc)
            low = middle;
        else
            high = middle;
    }
    return p->by_code.at[low];
}
