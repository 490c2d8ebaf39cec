/* list.c -- the summaries of procedures, in the form of the paper's tables.
 *
 * An edge is shown with the local variables and the global ones that its paths look at and that
 * anyone writes, locks first.  It is shown from where it first touches something shared, or has
 * made its choices, and from the first label behind that, if only local actions come before it. */
#include <stdlib.h>

#include "engine/summarize/internal.h"

typedef struct Listing {
    Summarizer *s;
    VEC(bool) written;   /* by region, outside of init */
    VEC(bool) shown;     /* by procedure and global: it is a variable of the summary */
    VEC(uint32_t) order; /* of the globals */
    VEC(bool) pre, post; /* by procedure: it has edges from that phase */
    VEC(bool) met;       /* by procedure: it is entered */
} Listing;

static const char *print(Listing *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static const char *print(Listing *list, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return arena_copy(&list->s->job->arena, text, strlen(text));
}

/* ---- values ---- */

static const char *show_value(Listing *list, Type type, uint32_t names, uint64_t value)
{
    const NameList *list_of = &list->s->job->program->name_lists.at[names];
    if (names && value < list_of->names.len)
        return list_of->names.at[value];
    if (type.kind == TYPE_TID)
        return value ? "1" : "0"; /* a mutex: taken or free */
    if (type.kind == TYPE_PTR)
        return value ? print(list, "#%u", (uint32_t)(value >> 32)) : "null";
    return type.kind == TYPE_SIGNED ? print(list, "%lld", (long long)value)
                                    : print(list, "%llu", (unsigned long long)value);
}

/* The fields of an object: `<0,1>`; one that has only a field is shown as that. */
static const char *show_object(Listing *list, uint32_t object)
{
    Machine *m = list->s->m;
    uint32_t number = machine_layout(m, object), size = machine_size(m, object);
    const Layout *layout = &list->s->job->program->layouts.at[number];
    const char *text = "";
    if (!number)
        return "freed";
    for (uint32_t at = 0; layout->size && at + layout->size <= size; at += layout->size)
        vec_each (Field, field, &layout->fields) {
            uint64_t value = 0;
            machine_peek(m, object, (int32_t)(at + field->offset), field->type, &value);
            text = print(list, "%s%s%s", text, *text ? "," : "",
                         show_value(list, field->type, field->names, value));
        }
    bool single = layout->kind == LAYOUT_RECORD && layout->fields.len == 1;
    return single ? text : print(list, "<%s>", text);
}

/* A variable that refers to an object is shown as the object. */
static const char *show_pointer(Listing *list, uint64_t value)
{
    uint32_t object = (uint32_t)(value >> 32);
    if (!object || !machine_layout(list->s->m, object))
        return show_value(list, TYPE_POINTER, 0, value);
    return show_object(list, object);
}

static uint64_t global_pointer(Listing *list, uint32_t global)
{
    const Program *program = list->s->job->program;
    const Layout *layout = &program->layouts.at[program->globals.at[global].layout];
    uint64_t value = 0;
    if (layout->fields.len == 1 && layout->fields.at[0].type.kind == TYPE_PTR)
        machine_peek(list->s->m, global, (int32_t)layout->fields.at[0].offset, TYPE_POINTER,
                     &value);
    return value;
}

static const char *show_global(Listing *list, uint32_t global)
{
    uint64_t pointer = global_pointer(list, global);
    return pointer ? show_pointer(list, pointer) : show_object(list, global);
}

static const char *show_register(Listing *list, LocalId l, const Proc *proc, uint32_t reg)
{
    uint64_t value;
    const Register *r = &proc->registers.at[reg];
    if (!machine_register(list->s->m, l, reg, &value))
        return "-";
    return r->type.kind == TYPE_PTR ? show_pointer(list, value)
                                    : show_value(list, r->type, r->names, value);
}

/* ---- variables ---- */

static bool *shown_at(Listing *list, uint32_t proc, uint32_t global)
{
    return &list->shown.at[proc * list->s->job->program->globals.len + global];
}

static bool is_lock(Listing *list, uint32_t global)
{
    const Summarizer *s = list->s;
    uint32_t pointee = (uint32_t)(global_pointer(list, global) >> 32);
    uint32_t number = machine_layout(s->m, pointee ? pointee : global);
    vec_each (LockCell, lock, &s->movers.locks)
        if (lock->layout == number)
            return true;
    return false;
}

/* The globals in the order in which they are shown: number k of them; the locks come first. */
static void order_globals(Listing *list)
{
    uint32_t count = (uint32_t)list->s->job->program->globals.len;
    if (list->s->entries.len)
        machine_open(list->s->m, list->s->entries.at[0].g);
    for (int data = 0; data < 2; data++)
        for (uint32_t g = 1; g < count; g++)
            if (is_lock(list, g) != data)
                vec_push(&list->order, g);
}

static void find_written(Listing *list)
{
    const Program *program = list->s->job->program;
    const Proc *init = program->init < 0 ? NULL : &program->procs.at[program->init];
    vec_resize(&list->written, program->regions.len);
    for (uint32_t pc = 1; pc < program->code.len; pc++)
        if ((op_info[program->code.at[pc].op].effect & EFFECT_WRITE) &&
            !(init && pc >= init->begin && pc < init->end))
            list->written.at[program->code.at[pc].region] = true;
}

static bool is_written(Listing *list, uint32_t object)
{
    const Layout *layout = &list->s->job->program->layouts.at[machine_layout(list->s->m, object)];
    vec_each (Field, field, &layout->fields)
        if (list->written.at[field->region])
            return true;
    return false;
}

static bool is_place(const Summarizer *s, uint32_t entry, uint32_t object)
{
    size_t len;
    const uint64_t *places = share_places(s, entry, &len);
    for (size_t k = 0; k < len; k++)
        if (places[k] == object)
            return true;
    return false;
}

static void find_variables(Listing *list, uint32_t entry, uint32_t proc)
{
    Summarizer *s = list->s;
    machine_open(s->m, s->entries.at[entry].g);
    for (uint32_t g = 1; g < s->job->program->globals.len; g++) {
        uint32_t pointee = (uint32_t)(global_pointer(list, g) >> 32);
        if ((is_place(s, entry, g) && is_written(list, g)) ||
            (pointee && is_place(s, entry, pointee) && is_written(list, pointee)))
            *shown_at(list, proc, g) = true;
    }
}

/* ---- edges ---- */

static uint32_t proc_of(const Listing *list, LocalId l)
{
    return program_proc_at(list->s->job->program, machine_local_pc(list->s->m, l));
}

/* The frame of the procedure that the entry is about: of one that returns, that of its caller. */
static LocalId entry_frame(const Listing *list, const Entry *e)
{
    return e->s.ix ? machine_top(list->s->m, e->s) : e->l;
}

static const char *label_at(Listing *list, uint32_t pc)
{
    const Program *program = list->s->job->program;
    const char *label = source_label(program->sources, program->pos.at[pc], &list->s->job->arena);
    return label ? label : print(list, "%u", program->pos.at[pc].line);
}

static bool has_label(Listing *list, LocalId l)
{
    const Program *program = list->s->job->program;
    Pos pos = program->pos.at[machine_local_pc(list->s->m, l)];
    return source_label(program->sources, pos, &list->s->job->arena) != NULL;
}

/* Local actions up to the first label. */
static void skip_to_label(Listing *list, Tid tid, Part *part)
{
    enum { MOST_ACTIONS = 100 };
    Summarizer *s = list->s;
    Part at = *part;
    for (int k = 0; k < MOST_ACTIONS && !has_label(list, at.l); k++) {
        size_t looked;
        machine_step(s->m, tid, at.g, at.l, (StackId){0}, &s->out);
        const Outcome *o = &s->out.all.at[0];
        machine_looked(s->m, &looked);
        if (s->out.len != 1 || o->kind != OUTCOME_STEP || o->s.ix || looked)
            return;
        at.l = o->l;
    }
    if (has_label(list, at.l) && proc_of(list, at.l) == proc_of(list, part->l))
        *part = at;
}

/* Where the edge is shown to begin. */
static Part find_start(Listing *list, uint32_t edge)
{
    Summarizer *s = list->s;
    const Entry *e = entry_at(s, edge_entry(s, edge));
    Part part = {.g = e->g, .l = entry_frame(list, e)};
    Progress progress;
    uint32_t at = edge;
    if (e->s.ix)
        return part;
    while (s->edges.at[at].parent != NONE) {
        at = s->edges.at[at].parent;
        Part here = edge_part(s, at, &progress);
        if (s->edges.at[at].quiet && !progress.mid && !here.s.ix) {
            part = here;
            break;
        }
    }
    if (!progress_unpack(e->progress).mid || at != edge)
        skip_to_label(list, e->tid, &part);
    return part;
}

static void add_values(Listing *list, const Part *part, uint32_t proc, SummaryRow *row, bool after)
{
    const Proc *p = &list->s->job->program->procs.at[proc];
    machine_open(list->s->m, part->g);
    uint32_t registers = (uint32_t)p->registers.len;
    for (uint32_t k = 0; k < registers + list->order.len; k++) {
        const char *text = NULL;
        if (k < registers && p->registers.at[k].name)
            text = show_register(list, part->l, p, k);
        else if (k >= registers && *shown_at(list, proc, list->order.at[k - registers]))
            text = show_global(list, list->order.at[k - registers]);
        if (text && after)
            vec_push(&row->after, text);
        else if (text)
            vec_push(&row->before, text);
    }
}

static void add_row(Listing *list, Summary *summary, uint32_t proc, uint32_t edge, const char *kind)
{
    Summarizer *s = list->s;
    const Program *program = s->job->program;
    Progress at_entry = progress_unpack(entry_at(s, edge_entry(s, edge))->progress), progress;
    Part from = find_start(list, edge), to = edge_part(s, edge, &progress);
    uint32_t to_pc =
        progress.mid && progress.action ? progress.action : machine_local_pc(s->m, to.l);
    if (to.s.ix) {
        to.l = machine_top(s->m, to.s);
        to_pc = machine_local_pc(s->m, to.l);
    }
    uint32_t from_pc = machine_local_pc(s->m, from.l);
    bool differ = list->pre.at[proc] && list->post.at[proc];
    SummaryRow row = {.kind = kind,
                      .phase = !differ              ? ""
                               : at_entry.committed ? "post"
                                                    : "pre",
                      .from = label_at(list, from_pc),
                      .to = label_at(list, to_pc),
                      .from_pos = program->pos.at[from_pc],
                      .to_pos = program->pos.at[to_pc]};
    add_values(list, &from, proc, &row, false);
    add_values(list, &to, proc, &row, true);
    vec_push(&summary->rows, row);
}

/* Called after a commit, the procedure begins a new transaction before it has touched anything. */
static bool is_split(const Listing *list, uint32_t edge)
{
    const Entry *e = entry_at(list->s, edge_entry(list->s, edge));
    return list->s->edges.at[edge].quiet && progress_unpack(e->progress).committed;
}

static void add_split(Listing *list, Summary *summary, uint32_t edge)
{
    Progress progress;
    Part part = edge_part(list->s, edge, &progress);
    const char *label = label_at(list, machine_local_pc(list->s->m, part.l));
    vec_each (const char *, split, &summary->splits)
        if (strcmp(*split, label) == 0)
            return;
    vec_push(&summary->splits, label);
}

static bool has_rows(const Listing *list, const Entry *e)
{
    if (e->exits != NONE || e->calls != NONE)
        return true;
    for (uint32_t edge = e->sums; edge != NONE; edge = list->s->edges.at[edge].next)
        if (!is_split(list, edge))
            return true;
    return false;
}

static void add_entry(Listing *list, Summary *summary, uint32_t proc, uint32_t entry)
{
    Summarizer *s = list->s;
    const Program *program = s->job->program;
    for (uint32_t e = entry_at(s, entry)->sums; e != NONE; e = s->edges.at[e].next)
        if (is_split(list, e))
            add_split(list, summary, e);
        else
            add_row(list, summary, proc, e, "Sum");
    for (uint32_t e = entry_at(s, entry)->exits; e != NONE; e = s->edges.at[e].next)
        add_row(list, summary, proc, e, "Sum-");
    for (uint32_t c = entry_at(s, entry)->calls; c != NONE; c = s->calls.at[c].next) {
        const Entry *callee = entry_at(s, s->calls.at[c].callee);
        if (!(entry_at(s, callee->model)->facts & FACT_MARK))
            continue;
        const char *name = program->procs.at[proc_of(list, callee->l)].name;
        add_row(list, summary, proc, s->calls.at[c].edge, print(list, "Sum+ %s", name));
    }
}

/* ---- order ---- */

static int compare_values(const SummaryRow *a, const SummaryRow *b, bool after)
{
    size_t len = after ? a->after.len : a->before.len;
    for (size_t k = 0; k < len; k++) {
        const char *x = after ? a->after.at[k] : a->before.at[k];
        const char *y = after ? b->after.at[k] : b->before.at[k];
        int order = strcmp(x, y);
        if (order)
            return order;
    }
    return 0;
}

static int compare_places(Pos a, Pos b)
{
    if (a.line != b.line)
        return a.line < b.line ? -1 : 1;
    return a.column < b.column ? -1 : a.column > b.column;
}

static int compare_rows(const void *x, const void *y)
{
    const SummaryRow *a = x, *b = y;
    int order = strcmp(b->phase, a->phase); /* pre before post */
    order = order ? order : compare_places(a->from_pos, b->from_pos);
    order = order ? order : compare_values(a, b, false);
    order = order ? order : compare_places(a->to_pos, b->to_pos);
    order = order ? order : compare_values(a, b, true);
    return order ? order : strcmp(a->kind, b->kind);
}

static void sort_rows(Summary *summary)
{
    size_t kept = 0;
    if (!summary->rows.len)
        return;
    qsort(summary->rows.at, summary->rows.len, sizeof *summary->rows.at, compare_rows);
    for (size_t k = 0; k < summary->rows.len; k++) {
        SummaryRow *row = &summary->rows.at[k];
        if (kept && compare_rows(&summary->rows.at[kept - 1], row) == 0) {
            vec_free(&row->before);
            vec_free(&row->after);
        } else
            summary->rows.at[kept++] = *row;
    }
    summary->rows.len = kept;
}

static void name_variables(Listing *list, Summary *summary, uint32_t proc)
{
    const Program *program = list->s->job->program;
    vec_each (Register, r, &program->procs.at[proc].registers)
        if (r->name)
            vec_push(&summary->variables, r->name);
    vec_each (uint32_t, g, &list->order)
        if (*shown_at(list, proc, *g))
            vec_push(&summary->variables, program->globals.at[*g].name);
}

static void study_entries(Listing *list)
{
    Summarizer *s = list->s;
    for (uint32_t entry = 0; entry < s->entries.len; entry++) {
        const Entry *e = entry_at(s, entry);
        if (e->model != entry)
            continue;
        uint32_t proc = proc_of(list, entry_frame(list, e));
        bool post = progress_unpack(e->progress).committed;
        list->post.at[proc] |= post && has_rows(list, e);
        list->pre.at[proc] |= !post && has_rows(list, e);
        list->met.at[proc] = true;
        find_variables(list, entry, proc);
    }
}

void list_summaries(Summarizer *s)
{
    Listing list = {.s = s};
    const Program *program = s->job->program;
    vec_resize(&list.shown, program->procs.len * program->globals.len);
    vec_resize(&list.pre, program->procs.len);
    vec_resize(&list.post, program->procs.len);
    vec_resize(&list.met, program->procs.len);
    order_globals(&list);
    find_written(&list);
    study_entries(&list);
    for (uint32_t proc = 0; proc < program->procs.len; proc++) {
        Summary summary = {.proc = program->procs.at[proc].name};
        name_variables(&list, &summary, proc);
        for (uint32_t entry = 0; entry < s->entries.len; entry++)
            if (entry_at(s, entry)->model == entry &&
                proc_of(&list, entry_frame(&list, entry_at(s, entry))) == proc)
                add_entry(&list, &summary, proc, entry);
        sort_rows(&summary);
        if (list.met.at[proc])
            vec_push(&s->job->summaries, summary);
        else
            vec_free(&summary.variables);
    }
    vec_free(&list.written);
    vec_free(&list.shown);
    vec_free(&list.pre);
    vec_free(&list.post);
    vec_free(&list.met);
    vec_free(&list.order);
}
