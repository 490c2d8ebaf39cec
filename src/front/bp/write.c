/* write.c -- from the intermediate representation to a Boolean program, which bp_load reads again.
 *
 * Numbers have no place here, but the abstractions of cegar keep zeros where they were: what computes numbers of
 * numbers is left out, and what makes a truth value of them is refused.  A register of type u1 becomes a local variable, a cell of type u1 a shared one, a lock one that says
 * whether it is taken.  A procedure is one atomic region that ends and begins again at each point: so
 * what one thread does between two points stays one action, whatever ways lead through it.
 *
 * Around a call, outside of regions, the region is closed: the callee has its own.  That adds points; they
 * change nothing where only registers are touched on one side of them (write_look.c looks), and else the
 * program is refused. */
#include "front/bp/write.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>

#include "front/bp/ast.h"
#include "front/bp/write_inner.h"

#define BEGIN "    atomic_begin;\n"
static const char NO_POINTERS[] = "a Boolean program has no pointers";

/* ---- text ---- */

static void put(Writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(Writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_print_list(&w->arena, format, args);
    va_end(args);
    for (; *text; text++)
        vec_push(&w->text, *text);
}

void write_refuse(Writer *w, const char *why, uint32_t pc)
{
    if (!w->why->text)
        *w->why = program_reason(w->program, why, pc);
}

static bool is_taken(const Writer *w, const char *name)
{
    vec_each (const char *, other, &w->names)
        if (strcmp(*other, name) == 0)
            return true;
    return bp_is_word(name);
}

static bool is_plain(const char *name)
{
    bool plain = isalpha((unsigned char)*name) != 0;
    for (const char *s = name; *s; s++)
        plain &= isalnum((unsigned char)*s) || strchr("_.$", *s);
    return plain;
}

/* A name that nobody has yet.  One that is a formula, say, becomes a letter and a number. */
static const char *fresh(Writer *w, const char *wanted, const char *otherwise)
{
    char *name = NULL;
    for (uint32_t k = 0; !name || is_taken(w, name); k++) {
        if (wanted && is_plain(wanted))
            name = k ? arena_print(&w->arena, "%s_%" PRIu32, wanted, k)
                     : arena_print(&w->arena, "%s", wanted);
        else
            name = arena_print(&w->arena, "%s%" PRIu32, otherwise, k);
        for (char *s = name; *s; s++)
            *s = *s == '.' ? '_' : *s;
    }
    vec_push(&w->names, (const char *)name);
    return name;
}

static bool ends_with(const Writer *w, const char *text)
{
    size_t len = strlen(text);
    return w->text.len >= len && memcmp(w->text.at + w->text.len - len, text, len) == 0;
}

/* Other threads may run here; but once is enough. */
static void put_point(Writer *w)
{
    if (!ends_with(w, BEGIN))
        put(w, "    atomic_end;\n" BEGIN);
}

static void put_end(Writer *w)
{
    if (ends_with(w, BEGIN))
        w->text.len -= strlen(BEGIN);
    else
        put(w, "    atomic_end;\n");
}

/* ---- shared variables ---- */

/* The cell that a constant pointer leads to; NULL: it is none. */
static Cell *cell_at(Writer *w, const Instr *i, uint32_t pc)
{
    const Program *program = w->program;
    uint64_t pointer = i->a < 0 && i->a != NO_REF ? program->constants.at[~i->a] : 0;
    uint32_t object = (uint32_t)(pointer >> 32);
    if (!object || object >= program->globals.len) {
        write_refuse(w, NO_POINTERS, pc);
        return NULL;
    }
    int64_t offset = (int64_t)(int32_t)pointer + i->offset;
    vec_each (Cell, cell, &w->cells)
        if (cell->object == object && cell->offset == offset)
            return cell;
    const Global *global = &program->globals.at[object];
    const char *name = global->name;
    vec_each (Field, field, &program->layouts.at[global->layout].fields)
        if (field->offset == offset && *field->name)
            name = arena_print(&w->arena, "%s.%s", name, field->name);
    vec_push(&w->cells, ((Cell){object, offset, fresh(w, name, "g"), name, 0}));
    return &vec_last(&w->cells);
}

static bool is_lock_op(Op op)
{
    return op == OP_ACQUIRE || op == OP_RELEASE || op == OP_TRYACQUIRE;
}

static void find_cells(Writer *w)
{
    for (uint32_t pc = 1; pc < w->program->code.len && !w->why->text; pc++) {
        const Instr *i = &w->program->code.at[pc];
        bool access = i->op == OP_LOAD || i->op == OP_STORE;
        if (!w->depth.at[pc])
            continue;
        if (access && i->a >= 0)
            write_refuse(w, NO_POINTERS, pc);
        else if (access && !type_equal(i->type, TYPE_U1))
            continue;
        else if (is_lock_op(i->op) && i->flags & (FLAG_SHARED | FLAG_RW))
            write_refuse(w, "a Boolean program has no locks for readers", pc);
        else if (access || is_lock_op(i->op))
            cell_at(w, i, pc);
    }
}

/* Are the first values all that init stores?  Then they stand in the declarations. */
static bool take_first_values(Writer *w)
{
    const Program *program = w->program;
    if (program->init < 0)
        return true;
    const Proc *init = &program->procs.at[program->init];
    for (uint32_t pc = init->begin; pc < init->end; pc++) {
        const Instr *i = &program->code.at[pc];
        if (i->op != OP_RETURN && (i->op != OP_STORE || i->a >= 0 || i->b >= 0))
            return false;
    }
    for (uint32_t pc = init->begin; pc < init->end; pc++) {
        const Instr *i = &program->code.at[pc];
        bool stored = i->op == OP_STORE && type_equal(i->type, TYPE_U1);
        Cell *cell = stored ? cell_at(w, i, pc) : NULL;
        if (cell)
            cell->first = program->constants.at[~i->b] & 1;
    }
    return true;
}

static void put_comment(Writer *w, const char *name, const char *original)
{
    put(w, is_plain(original) || !*original ? "\n" : " // %s is %s\n", name, original);
}

static void put_globals(Writer *w)
{
    vec_each (Cell, cell, &w->cells) {
        put(w, "decl %s := %u;", cell->name, cell->first);
        put_comment(w, cell->name, cell->original);
    }
}

/* ---- values: what is used once, before anything changes, stands where it is used ---- */

static const char *variable(Writer *w, uint32_t reg)
{
    Var *v = &w->vars.at[reg];
    if (!v->name) {
        const char *name = w->proc->registers.at[reg].name;
        v->name = fresh(w, name, "t");
        v->declared = reg >= w->proc->params;
    }
    return v->name;
}

static const char *value(Writer *w, Ref ref, uint32_t pc)
{
    if (ref < 0)
        return w->program->constants.at[~ref] ? "1" : "0";
    if (!type_equal(w->proc->registers.at[ref].type, TYPE_U1))
        write_refuse(w, "a Boolean program has no values but true and false", pc);
    Var *v = &w->vars.at[ref];
    const char *text = v->pending ? v->pending : variable(w, (uint32_t)ref);
    v->pending = NULL;
    return text;
}

/* What is still to be computed is computed now. */
static void flush(Writer *w)
{
    for (uint32_t k = 0; k < w->vars.len; k++) {
        const char *text = w->vars.at[k].pending;
        w->vars.at[k].pending = NULL;
        if (text)
            put(w, "    %s := %s;\n", variable(w, k), text);
    }
}

static void set(Writer *w, int32_t reg, const char *text)
{
    Var *v = &w->vars.at[reg];
    if (!w->proc->registers.at[reg].name && v->sets == 1 && v->uses <= 1 &&
        strlen(text) < LONGEST_VALUE) {
        v->pending = v->uses ? text : NULL;
        return;
    }
    flush(w);
    put(w, "    %s := %s;\n", variable(w, (uint32_t)reg), text);
}

static bool is_truth(const Writer *w, Ref reg)
{
    return type_equal(w->proc->registers.at[reg].type, TYPE_U1);
}

/* A number that is made of numbers, and cannot fail. */
static bool is_idle_number(const Writer *w, const Instr *i)
{
    static const bool idle[OPS] = {
        [OP_MOV] = true, [OP_ADD] = true, [OP_SUB] = true, [OP_MUL] = true,  [OP_AND] = true,
        [OP_OR] = true,  [OP_XOR] = true, [OP_NOT] = true, [OP_CAST] = true, [OP_CHOOSE] = true};
    if (i->op == OP_STORE)
        return !type_equal(i->type, TYPE_U1);
    return (idle[i->op] || i->op == OP_LOAD) && !is_truth(w, i->dst) &&
           !(i->flags & (FLAG_TRAP | FLAG_CHECK)) && i->type.kind != TYPE_PTR;
}

static void compute(Writer *w, const Instr *i, uint32_t pc)
{
    Type from = i->op == OP_CAST ? i->from : i->type;
    if (!type_equal(from, TYPE_U1) || !type_equal(i->type, TYPE_U1) || i->flags & FLAG_TRAP) {
        write_refuse(w, "a Boolean program has no numbers", pc);
        return;
    }
    static const char *const forms[OPS] = {
        [OP_MOV] = "%s",        [OP_CAST] = "%s",       [OP_NOT] = "!%s",
        [OP_AND] = "(%s & %s)", [OP_OR] = "(%s | %s)",  [OP_XOR] = "(%s != %s)",
        [OP_EQ] = "(%s = %s)",  [OP_NE] = "(%s != %s)", [OP_LT] = "(!%s & %s)",
        [OP_LE] = "(!%s | %s)", [OP_CHOOSE] = "*",
    };
    bool known = i->op == OP_CHOOSE && (i->a >= 0 || i->b >= 0 || w->program->constants.at[~i->a] ||
                                        !w->program->constants.at[~i->b]);
    if (!forms[i->op] || known) {
        write_refuse(w, "a Boolean program cannot compute this", pc);
        return;
    }
    const char *a = i->op == OP_CHOOSE ? "" : value(w, i->a, pc);
    const char *b = strstr(forms[i->op], " %s") ? value(w, i->b, pc) : "";
    set(w, i->dst, arena_print(&w->arena, forms[i->op], a, b)); // NOLINT: of this function
}

/* ---- control ---- */

static const char *label(Writer *w, uint32_t pc)
{
    return arena_print(&w->arena, "L%" PRIu32, pc - w->proc->begin);
}

static void put_select(Writer *w, const Instr *i, uint32_t pc)
{
    List list = w->program->lists.at[i->list];
    VEC(const char *) guards = {0};
    for (uint32_t k = 0; k + 1 < list.len; k += 2)
        vec_push(&guards, value(w, list.at[k], pc));
    flush(w);
    bool first = i->flags & FLAG_FIRST || guards.len == 1;
    for (uint32_t k = 0; k < guards.len && !first; k++)
        put(w, "%sC%" PRIu32 "_%" PRIu32, k ? ", " : "    goto ", pc - w->proc->begin, k);
    put(w, first ? "" : ";\n");
    for (uint32_t k = 0; k < guards.len; k++) {
        const char *to = label(w, (uint32_t)list.at[2 * k + 1]);
        if (!first)
            put(w, "C%" PRIu32 "_%" PRIu32 ": assume(%s); goto %s;\n", pc - w->proc->begin, k,
                guards.at[k], to);
        else if (k + 1 < guards.len)
            put(w, "    if (%s) then goto %s; fi;\n", guards.at[k], to);
        else
            put(w, "    assume(%s);\n    goto %s;\n", guards.at[k], to);
    }
    vec_free(&guards);
}

static void put_values(Writer *w, const VEC_OF_TEXT *values)
{
    for (size_t k = 0; k < values->len; k++)
        put(w, "%s%s", k ? ", " : "", values->at[k]);
}

/* Those that are truth values by the types of the parameters, or of the results. */
static void take_arguments(Writer *w, const Instr *i, uint32_t pc, VEC_OF_TEXT *values)
{
    List list = w->program->lists.at[i->list];
    const Proc *callee = &w->program->procs.at[i->other];
    for (uint32_t k = 0; k < list.len; k++)
        if (type_equal(callee->registers.at[k].type, TYPE_U1))
            vec_push(values, value(w, list.at[k], pc));
}

static void take_results(Writer *w, const Instr *i, uint32_t pc, VEC_OF_TEXT *values)
{
    List list = w->program->lists.at[i->list];
    for (uint32_t k = 0; k < list.len; k++)
        if (type_equal(w->proc->results.at[k], TYPE_U1))
            vec_push(values, value(w, list.at[k], pc));
}

static void put_call(Writer *w, const Instr *i, uint32_t pc)
{
    VEC_OF_TEXT args = {0}, results = {0};
    List list = w->program->lists.at[i->dsts];
    if (i->target || i->flags & FLAG_GUARD)
        write_refuse(w, "a Boolean program has no exceptions", pc);
    bool open = w->depth.at[pc] > 1;
    if (!open)
        flush(w); /* what is read is read before the region ends */
    take_arguments(w, i, pc, &args);
    flush(w);
    for (uint32_t k = 0; k < list.len; k++)
        if (is_truth(w, list.at[k]))
            vec_push(&results, variable(w, (uint32_t)list.at[k]));
    if (!open)
        put_end(w);
    put(w, "    ");
    put_values(w, &results);
    put(w, "%s%s(", results.len ? " := " : "call ", w->procs.at[i->other]);
    put_values(w, &args);
    put(w, open ? ");\n" : ");\n    atomic_begin;\n");
    vec_free(&results);
    vec_free(&args);
}

/* A thread with arguments begins at a label of its own, with copies of all variables. */
static void put_fork(Writer *w, const Instr *i, uint32_t pc)
{
    const Proc *callee = &w->program->procs.at[i->other];
    VEC_OF_TEXT args = {0};
    take_arguments(w, i, pc, &args);
    flush(w);
    if (!args.len && !callee->results.len) {
        put(w, "    create_thread(&%s);\n", w->procs.at[i->other]);
    } else {
        for (uint32_t k = 0; k < args.len; k++) {
            const char *name = fresh(w, NULL, "arg");
            vec_push(&w->more, name);
            put(w, "    %s := %s;\n", name, args.at[k]);
        }
        put(w, "    start_thread goto T%" PRIu32 ";\n", pc - w->proc->begin);
        vec_push(&w->starts, ((Start){pc, (uint32_t)w->more.len - (uint32_t)args.len}));
    }
    vec_free(&args);
}

static void put_starts(Writer *w)
{
    vec_each (Start, start, &w->starts) {
        const Instr *i = &w->program->code.at[start->pc];
        const Proc *callee = &w->program->procs.at[i->other];
        put(w, "T%" PRIu32 ":\n    call %s(", start->pc - w->proc->begin, w->procs.at[i->other]);
        for (uint32_t k = 0, n = 0; k < callee->params; k++)
            if (type_equal(callee->registers.at[k].type, TYPE_U1)) {
                put(w, "%s%s", n ? ", " : "", w->more.at[start->arg + n]);
                n++;
            }
        put(w, ");\n    end_thread;\n");
    }
}

static void put_return(Writer *w, const Instr *i, uint32_t pc)
{
    VEC_OF_TEXT values = {0};
    take_results(w, i, pc, &values);
    flush(w);
    for (size_t k = 0; k < values.len; k++)
        put(w, "%s%s", k ? ", " : "    ", w->results.at[k]);
    put(w, values.len ? " := " : "");
    put_values(w, &values);
    put(w, values.len ? ";\n    goto EXIT;\n" : "    goto EXIT;\n");
    vec_free(&values);
}

static void put_lock(Writer *w, const Instr *i, uint32_t pc)
{
    const Cell *lock = cell_at(w, i, pc);
    flush(w);
    if (!lock)
        return;
    if (i->op == OP_RELEASE) {
        put(w, "    %s := 0;\n", lock->name);
    } else if (i->op == OP_ACQUIRE) {
        put(w, "    assume(!%s);\n    %s := 1;\n", lock->name, lock->name);
    } else {
        const char *dst = variable(w, (uint32_t)i->dst);
        put(w, "    %s := !%s;\n    %s := 1;\n", dst, lock->name, lock->name);
    }
}

static void put_store(Writer *w, const Instr *i, uint32_t pc)
{
    const char *text = value(w, i->b, pc);
    const Cell *cell = cell_at(w, i, pc);
    flush(w);
    if (cell)
        put(w, "    %s := %s;\n", cell->name, text);
}

static void put_check(Writer *w, const Instr *i, uint32_t pc)
{
    const char *text = i->op == OP_FAIL ? "0" : value(w, i->a, pc);
    ErrorKind error = i->op == OP_FAIL ? (ErrorKind)i->offset : ERR_ASSERTION;
    bool asked = error_properties(w->program, error) & w->properties;
    flush(w);
    if (i->op != OP_ASSUME && asked)
        put(w, "    assert(%s);\n", text);
    if (i->op != OP_ASSERT || !asked)
        put(w, "    assume(%s);\n", text);
}

static void put_forget(Writer *w, const Instr *i)
{
    List list = w->program->lists.at[i->dsts];
    flush(w);
    for (uint32_t k = 0; k < list.len; k++)
        if (type_equal(w->proc->registers.at[list.at[k]].type, TYPE_U1) &&
            w->vars.at[list.at[k]].uses)
            put(w, "    %s := 0;\n", variable(w, (uint32_t)list.at[k]));
}

static void put_branch(Writer *w, const Instr *i, uint32_t pc)
{
    const char *text = i->op == OP_BRANCH ? value(w, i->a, pc) : NULL;
    flush(w);
    if (text)
        put(w, "    if (%s) then goto %s; fi;\n", text, label(w, i->target));
    put(w, "    goto %s;\n", label(w, i->op == OP_BRANCH ? i->other : i->target));
}

/* What stands for it, of control and of threads; false: it is another instruction. */
static bool put_control(Writer *w, const Instr *i, uint32_t pc)
{
    if (i->op == OP_POINT || i->op == OP_ATOMIC || i->op == OP_END || i->op == OP_TRACE) {
        flush(w);
        if (i->op == OP_POINT && w->depth.at[pc] == 1)
            put_point(w);
    } else if (i->op == OP_BRANCH || i->op == OP_JUMP) {
        put_branch(w, i, pc);
    } else if (i->op == OP_SELECT) {
        put_select(w, i, pc);
    } else if (i->op == OP_CALL) {
        put_call(w, i, pc);
    } else if (i->op == OP_FORK) {
        put_fork(w, i, pc);
    } else if (i->op == OP_RETURN) {
        put_return(w, i, pc);
    } else {
        return false;
    }
    return true;
}

static void put_instr(Writer *w, const Instr *i, uint32_t pc)
{
    if (put_control(w, i, pc) || is_idle_number(w, i))
        return;
    if (i->op == OP_ASSERT || i->op == OP_ASSUME || i->op == OP_FAIL) {
        put_check(w, i, pc);
    } else if (is_lock_op(i->op)) {
        put_lock(w, i, pc);
    } else if (i->op == OP_STORE) {
        put_store(w, i, pc);
    } else if (i->op == OP_FORGET) {
        put_forget(w, i);
    } else if (i->op == OP_LOAD) {
        const Cell *cell = cell_at(w, i, pc);
        if (cell)
            set(w, i->dst, cell->name);
    } else if (i->dst != NO_REF && op_info[i->op].effect == EFFECT_NONE) {
        compute(w, i, pc);
    } else {
        write_refuse(
            w,
            arena_print(w->reasons, "a Boolean program has nothing like `%s`", op_info[i->op].text),
            pc);
    }
}

/* ---- procedures ---- */

static void mark(void *context, uint32_t target, char letter)
{
    Writer *w = context;
    if (letter != 'h')
        w->labels.at[target - w->proc->begin] = true;
}

static void put_body(Writer *w)
{
    put(w, "    atomic_begin;\n");
    for (uint32_t pc = w->proc->begin; pc < w->proc->end && !w->why->text; pc++) {
        if (!w->depth.at[pc])
            continue; /* nothing leads there */
        if (w->labels.at[pc - w->proc->begin]) {
            flush(w);
            put(w, "%s: skip;\n", label(w, pc));
        }
        put_instr(w, &w->program->code.at[pc], pc);
    }
    if (ends_with(w, "    goto EXIT;\n"))
        w->text.len -= strlen("    goto EXIT;\n");
    put(w, "EXIT:\n    atomic_end;\n");
    if (w->results.len || w->starts.len)
        put(w, "    return");
    for (size_t k = 0; k < w->results.len; k++)
        put(w, "%s%s", k ? ", " : " ", w->results.at[k]);
    put(w, w->results.len || w->starts.len ? ";\n" : "");
    put_starts(w);
}

static void put_head(Writer *w, const char *name)
{
    if (w->results.len > 1)
        put(w, "\nbool<%zu> %s(", w->results.len, name);
    else
        put(w, "\n%s %s(", w->results.len ? "bool" : "void", name);
    bool some = false;
    for (uint32_t k = 0; k < w->proc->params; k++)
        if (is_truth(w, (Ref)k)) {
            put(w, "%s%s", some ? ", " : "", variable(w, k));
            some = true;
        }
    put(w, ") begin\n");
}

static void put_locals(Writer *w)
{
    for (uint32_t k = 0; k < w->vars.len; k++)
        if (w->vars.at[k].name && w->vars.at[k].declared) {
            put(w, "    decl %s := 0;", w->vars.at[k].name);
            const char *original = w->proc->registers.at[k].name;
            put_comment(w, w->vars.at[k].name, original ? original : "");
        }
    vec_each (const char *, name, &w->more)
        put(w, "    decl %s := 0;\n", *name);
    vec_each (const char *, name, &w->results)
        put(w, "    decl %s := 0;\n", *name);
}

/* Names of locals are those of this procedure alone. */
static void begin_proc(Writer *w, const Proc *proc)
{
    w->proc = proc;
    w->vars.len = w->labels.len = w->starts.len = w->more.len = w->results.len = 0;
    vec_resize(&w->vars, proc->registers.len);
    vec_resize(&w->labels, proc->end - proc->begin);
    write_count(w);
    for (uint32_t pc = proc->begin; pc < proc->end; pc++)
        if (w->depth.at[pc])
            print_each_target(w->program, &w->program->code.at[pc], mark, w);
    for (size_t k = 0; k < proc->results.len; k++)
        if (type_equal(proc->results.at[k], TYPE_U1))
            vec_push(&w->results, fresh(w, NULL, "result"));
}

static void put_proc(Writer *w, uint32_t number)
{
    const size_t before = w->names.len;
    begin_proc(w, &w->program->procs.at[number]);
    size_t start = w->text.len;
    put_body(w);
    VEC(char) body = {0};
    for (size_t k = start; k < w->text.len; k++)
        vec_push(&body, w->text.at[k]);
    w->text.len = start;
    put_head(w, w->procs.at[number]);
    put_locals(w);
    for (size_t k = 0; k < body.len; k++)
        vec_push(&w->text, body.at[k]);
    put(w, "end\n");
    vec_free(&body);
    w->names.len = before;
}

/* ---- all of it ---- */

/* Does the only first thread run a procedure that can be main? */
static int32_t own_main(const Writer *w, bool known)
{
    const Program *program = w->program;
    if (!known || program->threads.len != 1)
        return -1;
    const Proc *proc = &program->procs.at[program->threads.at[0].proc];
    return proc->results.len ? -1 : (int32_t)program->threads.at[0].proc;
}

static void put_main(Writer *w, bool known)
{
    put(w, "\nvoid main() begin\n    atomic_begin;\n");
    if (!known)
        put(w, "    call %s();\n", w->procs.at[w->program->init]);
    vec_each (Thread, thread, &w->program->threads)
        put(w, "    create_thread(&%s);\n", w->procs.at[thread->proc]);
    put(w, "    atomic_end;\nend\n");
}

static void put_all(Writer *w)
{
    const Program *program = w->program;
    vec_push(&w->names, "main");
    vec_push(&w->names, "EXIT");
    write_look(w);
    find_cells(w);
    bool known = !w->why->text && take_first_values(w);
    int32_t first = own_main(w, known);
    for (uint32_t k = 0; k < program->procs.len; k++) {
        bool is_main = (int32_t)k == first;
        vec_push(&w->procs, is_main ? "main" : fresh(w, program->procs.at[k].name, "p"));
    }
    vec_each (Thread, thread, &program->threads)
        if (program->procs.at[thread->proc].results.len)
            write_refuse(w, "a thread of a Boolean program has no result",
                         program->procs.at[thread->proc].begin);
    put_globals(w);
    for (uint32_t k = 0; k < program->procs.len && !w->why->text; k++)
        if (w->depth.at[program->procs.at[k].begin] && !((int32_t)k == program->init && known))
            put_proc(w, k);
    if (first < 0)
        put_main(w, known);
}

bool bp_write(const Program *program, uint32_t properties, FILE *out, Arena *arena, Reason *why)
{
    Writer w = {.program = program, .why = why, .reasons = arena, .properties = properties};
    *why = (Reason){0};
    put_all(&w);
    if (!why->text)
        fwrite(w.text.at, 1, w.text.len, out);
    write_free(&w);
    return !why->text;
}
