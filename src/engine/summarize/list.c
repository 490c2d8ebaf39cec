/* list.c -- the summaries of procedures, in the form of the paper's tables.
 *
 * An edge is shown with the local variables and the global ones that its paths look at and that
 * anyone writes, locks first.  It is shown from where it first touches something shared, or has
 * made its choices, and from the first label behind that, if only local actions come before it.
 *
 * What the paths of an entry do not look at may have any value: it is shown as a star, or, if every value
 * is asked for, with the values of all entries that follow the one which was explored. */
#include <stdlib.h>

#include "engine/summarize/internal.h"

typedef struct Listing {
    Summarizer *s;
    VEC(bool) shown;     /* by procedure and global: it is a variable of the summary */
    VEC(uint32_t) order; /* of the globals */
    VEC(bool) pre, post; /* by procedure: it has edges from that phase */
    VEC(bool) met;       /* by procedure: it is entered */
    VEC(bool) quiet;     /* by edge: nothing that anyone writes was touched since the entry */
    uint32_t entry;      /* whose rows are being added; it follows ... */
    uint32_t model;      /* ... the one whose edges they are */
} Listing;

/* Where an edge is shown to begin or to end. */
typedef struct Spot {
    GlobalId g;
    LocalId l; /* of the procedure that the edge is about */
    uint32_t pc;
    bool ahead; /* pc is behind where l is, and what comes before it only computes */
} Spot;

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
    if (names && value < list_of->names.len && *list_of->names.at[value])
        return list_of->names.at[value];
    if (type.kind == TYPE_TID)
        return value ? "1" : "0"; /* a mutex: taken or free */
    if (type.kind == TYPE_PTR)
        return value ? print(list, "#%u", (uint32_t)(value >> 32)) : "null";
    if (type.kind == TYPE_UNSIGNED && type.bits == 1)
        return value ? COMBINE_TRUE : COMBINE_FALSE;
    return type.kind == TYPE_SIGNED ? print(list, "%lld", (long long)value)
                                    : print(list, "%llu", (unsigned long long)value);
}

/* Someone writes it.  (In raw memory, where locks have fields of their own, that is asked of each
 * field.) */
static bool is_written_field(const Listing *list, const Field *field)
{
    return field->region < list->s->written.len && list->s->written.at[field->region];
}

static const char *show_field(Listing *list, uint32_t object, uint32_t offset, const Field *field)
{
    uint64_t value = 0;
    machine_peek(list->s->m, object, (int32_t)offset, field->type, &value);
    Type type = list->s->movers.rules.at[field->region].is_lock ? TYPE_THREAD : field->type;
    return show_value(list, type, field->names, value);
}

/* The fields of an object: `<0,1>`; one that has only a field is shown as that. */
static const char *show_object(Listing *list, uint32_t object)
{
    Machine *m = list->s->m;
    uint32_t number = machine_layout(m, object), size = machine_size(m, object), shown = 0;
    const Layout *layout = &list->s->job->program->layouts.at[number];
    bool raw = layout->kind == LAYOUT_RAW;
    const char *text = "";
    if (!number)
        return "freed";
    for (uint32_t at = 0; layout->size && at + layout->size <= size; at += layout->size)
        vec_each (Field, field, &layout->fields) {
            uint32_t count = field->count ? field->count : 1;
            uint32_t bytes = program_field_size(list->s->job->program, field) / count;
            for (uint32_t k = 0; k < count && (!raw || is_written_field(list, field)); k++)
                text = print(list, "%s%s%s", text, shown++ ? "," : "",
                             show_field(list, object, at + field->offset + k * bytes, field));
        }
    bool single = shown == 1 && (raw || layout->kind == LAYOUT_RECORD);
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

static const char *show_register(Listing *list, const Spot *spot, const Proc *proc, uint32_t reg)
{
    uint64_t value = 0;
    const Register *r = &proc->registers.at[reg];
    const uint64_t *ahead =
        spot->ahead ? machine_registers_at(list->s->m, spot->l, spot->pc) : NULL;
    if (ahead)
        value = ahead[reg];
    else if (!machine_register(list->s->m, spot->l, reg, &value))
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

/* The locks come first; otherwise as they are declared. */
static bool comes_before(Listing *list, uint32_t a, uint32_t b)
{
    const Global *globals = list->s->job->program->globals.at;
    if (is_lock(list, a) != is_lock(list, b))
        return is_lock(list, a);
    return globals[a].pos.file == globals[b].pos.file && globals[a].pos.line < globals[b].pos.line;
}

/* A file in which no procedure of the user stands, but some of a library. */
static bool is_library_file(const Program *program, uint32_t file)
{
    bool library = false;
    vec_each (Proc, proc, &program->procs)
        if (program->pos.at[proc->begin].file == file) {
            if (!proc->library)
                return false;
            library = true;
        }
    return library;
}

/* The user's globals in the order in which they are shown. */
static void order_globals(Listing *list)
{
    const Program *program = list->s->job->program;
    if (list->s->entries.len)
        machine_open(list->s->m, list->s->entries.at[0].g);
    for (uint32_t g = 1; g < program->globals.len; g++) {
        if (is_library_file(program, program->globals.at[g].pos.file))
            continue;
        vec_push(&list->order, g);
        for (size_t k = list->order.len - 1;
             k > 0 && comes_before(list, list->order.at[k], list->order.at[k - 1]); k--) {
            uint32_t before = list->order.at[k - 1];
            list->order.at[k - 1] = list->order.at[k];
            list->order.at[k] = before;
        }
    }
}

static bool is_written(Listing *list, uint32_t object)
{
    const Layout *layout = &list->s->job->program->layouts.at[machine_layout(list->s->m, object)];
    vec_each (Field, field, &layout->fields)
        if (is_written_field(list, field))
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

/* Do the paths of the entry look at it, or at what it refers to? */
static bool is_looked_at(Listing *list, uint32_t entry, uint32_t global)
{
    uint32_t pointee = (uint32_t)(global_pointer(list, global) >> 32);
    return is_place(list->s, entry, global) || (pointee && is_place(list->s, entry, pointee));
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

/* The phase, with what the action has done so far. */
static bool is_post(Progress progress)
{
    return progress.committed || (progress.mid && !progress.right);
}

static const Proc *proc_at(const Listing *list, uint32_t pc)
{
    const Program *program = list->s->job->program;
    return &program->procs.at[program_proc_at(program, pc)];
}

static uint32_t proc_of(const Listing *list, LocalId l)
{
    return program_proc_at(list->s->job->program, machine_local_pc(list->s->m, l));
}

/* The frame of the procedure that a node is about: of a callee that is entered or returns, and of a
 * library, that of the caller. */
static LocalId node_frame(const Listing *list, LocalId l, StackId s)
{
    Machine *m = list->s->m;
    if (!s.ix)
        return l;
    while (proc_at(list, machine_local_pc(m, machine_top(m, s)))->library && machine_pop(m, s).ix)
        s = machine_pop(m, s);
    return machine_top(m, s);
}

static LocalId entry_frame(const Listing *list, const Entry *e)
{
    return node_frame(list, e->l, e->s);
}

static const char *label_of(Listing *list, uint32_t pc)
{
    const Program *program = list->s->job->program;
    return source_label(program->sources, program->pos.at[pc], &list->s->job->arena);
}

static const char *label_at(Listing *list, uint32_t pc)
{
    const char *label = label_of(list, pc);
    return label ? label : print(list, "%u", list->s->job->program->pos.at[pc].line);
}

static Spot spot_at(const Listing *list, GlobalId g, LocalId l)
{
    return (Spot){.g = g, .l = l, .pc = machine_local_pc(list->s->m, l)};
}

/* Local actions up to the first label. */
static void skip_to_label(Listing *list, Tid tid, Spot *spot)
{
    enum { MOST_ACTIONS = 100 };
    Summarizer *s = list->s;
    Spot at = *spot;
    for (int k = 0; k < MOST_ACTIONS && !label_of(list, at.pc); k++) {
        size_t looked;
        machine_step(s->m, tid, at.g, at.l, (StackId){0}, &s->out);
        const Outcome *o = &s->out.all.at[0];
        machine_looked(s->m, &looked);
        if (s->out.len != 1 || o->kind != OUTCOME_STEP || o->s.ix || looked)
            return;
        at = spot_at(list, at.g, o->l);
    }
    if (label_of(list, at.pc) && proc_of(list, at.l) == proc_of(list, spot->l))
        *spot = at;
}

/* ... or, inside the first action, through what only computes. */
static void look_ahead(Listing *list, Spot *spot)
{
    const Proc *proc = proc_at(list, spot->pc);
    for (uint32_t pc = spot->pc; pc < proc->end; pc++) {
        if (!machine_registers_at(list->s->m, spot->l, pc))
            return;
        if (label_of(list, pc)) {
            spot->ahead = pc != spot->pc;
            spot->pc = pc;
            return;
        }
    }
}

/* Where the edge is shown to begin. */
static Spot find_start(Listing *list, uint32_t edge)
{
    Summarizer *s = list->s;
    const Entry *e = entry_at(s, edge_entry(s, edge));
    Spot spot = spot_at(list, e->g, entry_frame(list, e));
    Progress progress;
    uint32_t at = edge;
    if (e->s.ix)
        return spot;
    while (s->edges.at[at].parent != NONE) {
        at = s->edges.at[at].parent;
        Part here = edge_part(s, at, &progress);
        bool calls = s->edges.at[at].kind == EDGE_CALL;
        if (list->quiet.at[at] && !progress.mid && (!here.s.ix || calls)) {
            spot = spot_at(list, here.g, node_frame(list, here.l, here.s));
            break;
        }
    }
    if (!entry_progress(e).mid || at != edge)
        skip_to_label(list, e->tid, &spot);
    if (!label_of(list, spot.pc))
        look_ahead(list, &spot);
    return spot;
}

/* An action that returns is shown where it began, if it did so in the same procedure. */
static Spot find_end(Listing *list, uint32_t edge)
{
    Summarizer *s = list->s;
    Progress progress;
    Part part = edge_part(s, edge, &progress);
    Spot spot = spot_at(list, part.g, node_frame(list, part.l, part.s));
    if (progress.mid && progress.action && !part.s.ix && !label_of(list, spot.pc) &&
        proc_at(list, progress.action) == proc_at(list, spot.pc))
        spot.pc = progress.action;
    return spot;
}

/* The path leaves alone what it does not look at. */
static const char *show_variable(Listing *list, const Spot *spot, uint32_t global)
{
    Summarizer *s = list->s;
    machine_open(s->m, entry_at(s, list->model)->g);
    bool looks = is_looked_at(list, list->model, global);
    if (!looks && !s->job->every_value)
        return "*";
    machine_open(s->m, looks ? spot->g : entry_at(s, list->entry)->g);
    return show_global(list, global);
}

static void add_values(Listing *list, const Spot *spot, uint32_t proc, SummaryRow *row, bool after)
{
    const Proc *p = &list->s->job->program->procs.at[proc];
    uint32_t registers = (uint32_t)p->registers.len;
    for (uint32_t k = 0; k < registers + list->order.len; k++) {
        const char *text = NULL;
        if (k < registers && p->registers.at[k].name) {
            machine_open(list->s->m, spot->g);
            text = show_register(list, spot, p, k);
        }
        if (k >= registers && *shown_at(list, proc, list->order.at[k - registers]))
            text = show_variable(list, spot, list->order.at[k - registers]);
        if (text && after)
            vec_push(&row->after, text);
        else if (text)
            vec_push(&row->before, text);
    }
}

static void add_row(Listing *list, Summary *summary, uint32_t proc, uint32_t edge, const char *kind)
{
    const Program *program = list->s->job->program;
    Progress at_entry = entry_progress(entry_at(list->s, edge_entry(list->s, edge)));
    Spot from = find_start(list, edge), to = find_end(list, edge);
    bool differ = list->pre.at[proc] && list->post.at[proc];
    SummaryRow row = {.kind = kind,
                      .phase = !differ             ? ""
                               : is_post(at_entry) ? "post"
                                                   : "pre",
                      .from = label_at(list, from.pc),
                      .to = label_at(list, to.pc),
                      .from_pos = program->pos.at[from.pc],
                      .to_pos = program->pos.at[to.pc]};
    add_values(list, &from, proc, &row, false);
    add_values(list, &to, proc, &row, true);
    vec_push(&summary->rows, row);
}

/* Called after a commit, the procedure begins a new transaction before it has touched anything. */
static bool is_split(const Listing *list, uint32_t edge)
{
    const Entry *e = entry_at(list->s, edge_entry(list->s, edge));
    return list->quiet.at[edge] && is_post(entry_progress(e));
}

static void add_split(Listing *list, Summary *summary, uint32_t edge)
{
    Progress progress;
    Part part = edge_part(list->s, edge, &progress);
    LocalId frame = node_frame(list, part.l, part.s);
    const char *label = label_at(list, machine_local_pc(list->s->m, frame));
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

static void add_entry(Listing *list, Summary *summary, uint32_t proc)
{
    Summarizer *s = list->s;
    const Program *program = s->job->program;
    uint32_t entry = list->model;
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

/* ---- all of them ---- */

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

/* Edges come behind those before them. */
static void find_quiet(Listing *list)
{
    const Summarizer *s = list->s;
    size_t seen = 0;
    vec_resize(&list->quiet, s->edges.len);
    for (uint32_t edge = 0; edge < s->edges.len; edge++) {
        const Edge *e = &s->edges.at[edge];
        bool quiet = e->via == NONE && (e->parent == NONE || list->quiet.at[e->parent]);
        for (; seen < s->seen.len && s->seen.at[seen].edge == edge; seen++)
            quiet &= !s->written.at[s->seen.at[seen].region];
        list->quiet.at[edge] = quiet;
    }
}

static void study_entries(Listing *list)
{
    Summarizer *s = list->s;
    for (uint32_t entry = 0; entry < s->entries.len; entry++) {
        const Entry *e = entry_at(s, entry);
        if (e->model != entry)
            continue;
        uint32_t proc = proc_of(list, entry_frame(list, e));
        bool post = is_post(entry_progress(e));
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
    find_quiet(&list);
    study_entries(&list);
    for (uint32_t proc = 0; proc < program->procs.len; proc++) {
        if (!list.met.at[proc] || program->procs.at[proc].library)
            continue;
        Summary summary = {.proc = program->procs.at[proc].name};
        name_variables(&list, &summary, proc);
        for (list.entry = 0; list.entry < s->entries.len; list.entry++) {
            const Entry *e = entry_at(s, list.entry);
            list.model = e->model;
            if ((e->model == list.entry || s->job->every_value) &&
                proc_of(&list, entry_frame(&list, e)) == proc)
                add_entry(&list, &summary, proc);
        }
        combine_rows(&summary, &s->job->arena, s->job->every_value);
        vec_push(&s->job->summaries, summary);
    }
    vec_free(&list.shown);
    vec_free(&list.pre);
    vec_free(&list.post);
    vec_free(&list.met);
    vec_free(&list.quiet);
    vec_free(&list.order);
}
