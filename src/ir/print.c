/* print.c -- a Program as text: doc/ir.md has the grammar, parse.c reads it again. */
#include "ir/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>

#include "ir/shape.h"
#include "ir/text.h"

enum { POSITION_COLUMN = 56, REGISTER_COLUMNS = 88 };

void print_begin(Printer *p, const Program *program, FILE *out)
{
    *p = (Printer){.program = program, .out = out};
}

void print_end(Printer *p)
{
    vec_free(&p->line);
    vec_free(&p->labels);
    vec_free(&p->by_name);
}

void print_put(Printer *p, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    size_t len = (size_t)vsnprintf(NULL, 0, format, args);
    va_end(args);
    vec_reserve(&p->line, p->line.len + len + 1);
    vsnprintf(p->line.at + p->line.len, len + 1, format, again);
    va_end(again);
    p->line.len += len;
}

void print_flush(Printer *p)
{
    if (p->line.len)
        fwrite(p->line.at, 1, p->line.len, p->out);
    p->line.len = 0;
}

static void end_line(Printer *p)
{
    print_put(p, "\n");
    print_flush(p);
}

static void put_quoted(Printer *p, const char *text)
{
    print_put(p, "\"");
    for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
        if (*s == '"' || *s == '\\')
            print_put(p, "\\%c", *s);
        else if (*s == '\n')
            print_put(p, "\\n");
        else if (*s == '\t')
            print_put(p, "\\t");
        else if (*s < 32 || *s == 127)
            print_put(p, "\\x%02x", *s);
        else
            print_put(p, "%c", *s);
    }
    print_put(p, "\"");
}

static void put_name(Printer *p, const char *name)
{
    size_t len = strlen(name);
    if (len && text_name_length(name, len) == len && !text_is_reserved(name))
        print_put(p, "%s", name);
    else
        put_quoted(p, name);
}

static void put_type(Printer *p, Type type)
{
    char text[TYPE_TEXT];
    print_put(p, "%s", type_text(type, text));
}

static void put_position(Printer *p, Pos pos)
{
    if (!pos.line)
        print_put(p, " @ ?");
    else if (pos.file)
        print_put(p, " @ %d/%" PRIu32 ":%d", pos.file, pos.line, pos.column);
    else
        print_put(p, " @ %" PRIu32 ":%d", pos.line, pos.column);
}

static void put_float(Printer *p, uint64_t bits, Type type)
{
    double value;
    float small;
    uint32_t low = (uint32_t)bits;
    memcpy(&value, &bits, sizeof value);
    memcpy(&small, &low, sizeof small);
    bool narrow = type.bits == 32;
    if (narrow ? bits >> 32 != 0 || !isfinite(small) : !isfinite(value)) {
        print_put(p, "0x%" PRIx64, bits);
        return;
    }
    char text[40];
    snprintf(text, sizeof text, narrow ? "%.9g" : "%.17g", narrow ? (double)small : value);
    print_put(p, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", narrow ? "f" : "");
}

/* False if the value is no pointer to a global or a procedure. */
static bool put_pointer(Printer *p, uint64_t value)
{
    const Program *program = p->program;
    uint32_t object = (uint32_t)(value >> 32), proc = object - PROC_OBJECT;
    int32_t offset = (int32_t)value;
    bool is_proc = object >= PROC_OBJECT && proc < program->procs.len;
    if (!is_proc && (!object || object >= program->globals.len))
        return false;
    print_put(p, "%s%c", offset ? "(" : "", is_proc ? '&' : '@');
    put_name(p, is_proc ? program->procs.at[proc].name : program->globals.at[object].name);
    if (offset)
        print_put(p, " + %d)", offset);
    return true;
}

static void put_constant(Printer *p, uint64_t value, Type type)
{
    int64_t number = (int64_t)value;
    switch ((TypeKind)type.kind) {
    case TYPE_UNSIGNED:
        if (type.bits == 1 && value <= 1)
            print_put(p, value ? "true" : "false");
        else
            print_put(p, "%" PRIu64, value);
        return;
    case TYPE_FLOAT:
        put_float(p, value, type);
        return;
    case TYPE_PTR:
        if (!value)
            print_put(p, "null");
        else if (!put_pointer(p, value))
            print_put(p, "%" PRIu64, value);
        return;
    case TYPE_VOID: /* any type will do: a guess, for the reader's sake */
        if ((number > UINT32_MAX || number < INT32_MIN) && put_pointer(p, value))
            return;
        break;
    case TYPE_SIGNED:
    case TYPE_TID:
        break;
    }
    print_put(p, "%" PRId64, number);
}

static void put_register(Printer *p, int32_t r)
{
    print_put(p, "%%");
    if (p->by_name.at[r])
        put_name(p, p->proc->registers.at[r].name);
    else
        print_put(p, "%d", r);
}

static void put_operand(Printer *p, Ref ref, Type type)
{
    if (ref >= 0)
        put_register(p, ref);
    else
        put_constant(p, p->program->constants.at[~ref], type);
}

static void put_label(Printer *p, uint32_t pc)
{
    print_put(p, "b%" PRIu32, p->labels.at[pc - p->proc->begin] - 1);
}

static void put_pairs(Printer *p, const Instr *i, char letter)
{
    List list = p->program->lists.at[i->list];
    for (uint32_t k = 0; k < list.len; k += 2) {
        print_put(p, k ? ", " : "");
        put_operand(p, list.at[k], instr_operand(i, letter));
        print_put(p, ": ");
        put_label(p, (uint32_t)list.at[k + 1]);
    }
}

static void put_operands(Printer *p, const Instr *i)
{
    List list = p->program->lists.at[i->list];
    for (uint32_t k = 0; k < list.len; k++) {
        print_put(p, k ? ", " : "");
        put_operand(p, list.at[k], instr_list_operand(p->program, p->proc, i, k));
    }
}

static void put_registers(Printer *p, uint32_t index)
{
    List list = p->program->lists.at[index];
    for (uint32_t k = 0; k < list.len; k++) {
        print_put(p, k ? ", " : "");
        put_register(p, list.at[k]);
    }
}

static void put_offset(Printer *p, int32_t offset)
{
    print_put(p, " %c %" PRId64, offset < 0 ? '-' : '+', offset < 0 ? -(int64_t)offset : offset);
}

/* The field that a letter of the shape names. */
static void put_number(Printer *p, const Instr *i, char letter)
{
    if (letter == 'w')
        print_put(p, " below %" PRIu32, i->other);
    else if (letter == 'e')
        print_put(p, "%s", error_info[i->offset].key);
    else
        print_put(p, "%d", i->offset);
}

static void put_text(Printer *p, const Instr *i, char letter)
{
    print_put(p, letter == 'v' ? " as " : "");
    put_quoted(p, p->program->strings.at[letter == 'n' ? i->target : i->other]);
}

static void put_letter(Printer *p, const Instr *i, char letter)
{
    const Program *program = p->program;
    switch (letter) {
    case 'd':
        put_register(p, i->dst);
        break;
    case 'D':
        put_registers(p, i->dsts);
        break;
    case 'a':
    case 'A':
    case 'f':
        put_operand(p, i->a, instr_operand(i, letter));
        break;
    case 'b':
    case 'B':
    case 'i':
        put_operand(p, i->b, instr_operand(i, letter));
        break;
    case 't':
    case 's':
        put_type(p, letter == 't' ? i->type : i->from);
        break;
    case 'o':
        put_offset(p, i->offset);
        break;
    case 'k':
    case 'w':
    case 'e':
        put_number(p, i, letter);
        break;
    case 'r':
        put_name(p, program->regions.at[i->region].name);
        break;
    case 'y':
        put_name(p, program->layouts.at[i->other].name);
        break;
    case 'p':
        put_name(p, program->procs.at[i->other].name);
        break;
    case 'x':
        put_name(p, program->exceptions.at[i->other]);
        break;
    case 'm':
    case 'n':
    case 'v':
        put_text(p, i, letter);
        break;
    case 'l':
        put_operands(p, i);
        break;
    case 'c':
    case 'g':
        put_pairs(p, i, letter);
        break;
    default: /* L M h u */
        print_put(p, letter == 'h' ? " head " : letter == 'u' ? " unwind " : "");
        put_label(p, letter == 'M' ? i->other : i->target);
    }
}

/* May the field be left out, and is it?  Then the comma or space before it goes too. */
static bool left_out(const Instr *i, char letter, const char *before)
{
    return (letter == 'r' && !i->region) || (letter == 'l' && !i->list) ||
           (letter == 'c' && !i->list) || (letter == 'm' && !i->other && *before == ',') ||
           (letter == 'u' && !i->target) || (letter == 'w' && !i->other) ||
           (letter == 'v' && !i->other) || (letter == 'o' && !i->offset);
}

/* What comes after the name of the instruction. */
static void put_fields(Printer *p, const Instr *i, const char *shape)
{
    const char *before = " "; /* text not put yet */
    int len = *shape ? 1 : 0;
    Piece piece;
    while (shape_next(&shape, &piece)) {
        if (!piece.letter) {
            before = len ? before : piece.text;
            len++;
            continue;
        }
        bool out = left_out(i, piece.letter, before);
        while (len && (out || piece.letter == 'h') && strchr(", ", before[len - 1]))
            len--;
        print_put(p, "%.*s", len, before);
        len = 0;
        if (!out)
            put_letter(p, i, piece.letter);
    }
    print_put(p, "%.*s", len, before);
}

void print_put_instr(Printer *p, const Instr *i)
{
    const char *shape = op_info[i->op].shape;
    bool result = strncmp(shape, "d = ", 4) == 0 || strncmp(shape, "D = ", 4) == 0;
    if (result && (shape[0] == 'd' || i->dsts)) {
        put_letter(p, i, shape[0]);
        print_put(p, " = ");
    }
    print_put(p, "%s", op_info[i->op].text);
    for (int k = 0; k < FLAGS; k++)
        if (i->flags & flag_info[k].flag && flag_fits(&flag_info[k], i->op))
            print_put(p, ".%s", flag_info[k].text);
    if (i->flags >> ORDER_SHIFT)
        print_put(p, ".%s", order_text[i->flags >> ORDER_SHIFT]);
    put_fields(p, i, shape + (result ? 4 : 0));
}

void print_each_target(const Program *program, const Instr *i, TargetVisitor *f, void *context)
{
    const char *shape = op_info[i->op].shape;
    Piece piece;
    while (shape_next(&shape, &piece)) {
        if (!piece.letter)
            continue;
        if (strchr("Lh", piece.letter) || (piece.letter == 'u' && i->target))
            f(context, i->target, piece.letter);
        if (piece.letter == 'M')
            f(context, i->other, piece.letter);
        if (!strchr("cg", piece.letter))
            continue;
        List list = program->lists.at[i->list];
        for (uint32_t k = 1; k < list.len; k += 2)
            f(context, (uint32_t)list.at[k], piece.letter);
    }
}

static void mark(void *context, uint32_t target, char letter)
{
    Printer *p = context;
    (void)letter;
    p->labels.at[target - p->proc->begin] = 1;
}

static bool name_is_unique(const Proc *proc, size_t r)
{
    for (size_t i = 0; i < proc->registers.len; i++)
        if (i != r && proc->registers.at[i].name &&
            strcmp(proc->registers.at[i].name, proc->registers.at[r].name) == 0)
            return false;
    return true;
}

void print_enter(Printer *p, const Proc *proc)
{
    p->proc = proc;
    p->labels.len = p->by_name.len = 0;
    vec_resize(&p->labels, proc->end - proc->begin);
    for (uint32_t pc = proc->begin; pc < proc->end; pc++)
        print_each_target(p->program, &p->program->code.at[pc], mark, p);
    uint32_t count = 0;
    vec_each (uint32_t, label, &p->labels)
        if (*label)
            *label = ++count;
    for (size_t r = 0; r < proc->registers.len; r++)
        vec_push(&p->by_name, proc->registers.at[r].name && name_is_unique(proc, r));
}

/* What a pointer points to, by its type in the source. */
static void put_points(Printer *p, uint32_t layout)
{
    if (!layout)
        return;
    print_put(p, " to ");
    put_name(p, p->program->layouts.at[layout].name);
}

static void put_declared_register(Printer *p, int32_t r)
{
    const Register *reg = &p->proc->registers.at[r];
    put_register(p, r);
    if (reg->name && !p->by_name.at[r]) {
        print_put(p, " ");
        put_name(p, reg->name);
    }
    print_put(p, ": ");
    put_type(p, reg->type);
    if (reg->names)
        print_put(p, " names n%" PRIu32, reg->names);
    put_points(p, reg->points);
}

static void print_proc_head(Printer *p)
{
    const Proc *proc = p->proc;
    print_put(p, "\n%s%s%sproc ", proc->library ? "library " : "", proc->pure ? "pure " : "",
              proc->atomic ? "atomic " : "");
    put_name(p, proc->name);
    print_put(p, "(");
    for (uint32_t r = 0; r < proc->params; r++) {
        print_put(p, r ? ", " : "");
        put_declared_register(p, (int32_t)r);
    }
    print_put(p, ")");
    for (size_t i = 0; i < proc->results.len; i++) {
        print_put(p, i ? ", " : " -> ");
        put_type(p, proc->results.at[i]);
    }
    put_points(p, proc->points);
    if (proc->kind) {
        print_put(p, " as ");
        put_quoted(p, p->program->strings.at[proc->kind]);
    }
    if (proc->abstract) {
        print_put(p, " abstract ");
        put_name(p, p->program->procs.at[proc->abstract - 1].name);
    }
    put_position(p, proc->pos);
    print_put(p, " {");
    end_line(p);
    for (size_t r = proc->params; r < proc->registers.len; r++) {
        bool full = p->line.len > REGISTER_COLUMNS;
        if (full)
            end_line(p);
        print_put(p, p->line.len ? ", " : "    reg ");
        put_declared_register(p, (int32_t)r);
    }
    if (p->line.len)
        end_line(p);
}

static void print_proc(Printer *p, const Proc *proc)
{
    print_enter(p, proc);
    print_proc_head(p);
    for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
        if (p->labels.at[pc - proc->begin]) {
            print_put(p, "  ");
            put_label(p, pc);
            print_put(p, ":");
            end_line(p);
        }
        print_put(p, "    ");
        print_put_instr(p, &p->program->code.at[pc]);
        if (p->line.len < POSITION_COLUMN)
            print_put(p, "%*s", (int)(POSITION_COLUMN - p->line.len), "");
        put_position(p, p->program->pos.at[pc]);
        end_line(p);
    }
    print_put(p, "}");
    end_line(p);
}

static void print_field(Printer *p, const Field *f, uint32_t natural)
{
    if (f->name[0]) {
        put_name(p, f->name);
        print_put(p, ": ");
    }
    put_type(p, f->type);
    if (f->count)
        print_put(p, " * %" PRIu32, f->count);
    if (f->offset != natural)
        print_put(p, " at %" PRIu32, f->offset);
    if (f->names)
        print_put(p, " names n%" PRIu32, f->names);
    if (f->owner)
        print_put(p, " owner %" PRIu32, f->owner);
    put_points(p, f->points);
    if (f->role)
        print_put(p, " %s", field_role_text[f->role]);
    if (f->region) {
        print_put(p, " region ");
        put_name(p, p->program->regions.at[f->region].name);
    }
}

static void print_layout(Printer *p, const Layout *l)
{
    bool raw = l->kind == LAYOUT_RAW;
    uint32_t natural = raw ? 0 : layout_next_offset(l, l->fields.len, 0);
    print_put(p, "layout ");
    put_name(p, l->name);
    print_put(p, " %s", layout_kind_text[l->kind]);
    if (l->size != natural)
        print_put(p, " size %" PRIu32, l->size);
    if (l->align == ALIGN_APART)
        print_put(p, " apart");
    else if (l->align)
        print_put(p, " align %" PRIu32, l->align);
    if (l->constant)
        print_put(p, " constant");
    if (l->automatic)
        print_put(p, " automatic");
    if (l->type) {
        print_put(p, " of ");
        put_name(p, p->program->layouts.at[l->type].name);
    }
    print_put(p, l->fields.len ? " {" : " {}");
    for (size_t i = 0; i < l->fields.len; i++) {
        const Field *f = &l->fields.at[i];
        print_put(p, l->fields.len > 1 ? "\n    " : " ");
        print_field(p, f, raw ? 0 : layout_next_offset(l, i, type_bytes(f->type)));
    }
    print_put(p, l->fields.len > 1 ? "\n}" : l->fields.len ? " }" : "");
    end_line(p);
}

static void print_tables(Printer *p)
{
    const Program *program = p->program;
    if (program->pointer_bytes != 8 || program->unwritten_any ||
        (program->is_c && !program_is_raw(program))) {
        print_put(p, "pointers %" PRIu32 "%s", program->pointer_bytes,
                  program->unwritten_any ? " any" : "");
        end_line(p);
    }
    for (size_t i = 1; i < program->name_lists.len; i++) {
        print_put(p, "names n%zu {", i);
        vec_each (const char *, name, &program->name_lists.at[i].names) {
            print_put(p, name == program->name_lists.at[i].names.at ? " " : ", ");
            put_name(p, *name);
        }
        print_put(p, " }");
        end_line(p);
    }
    for (size_t i = 1; i < program->regions.len; i++) {
        print_put(p, "region %s ", region_kind_text[program->regions.at[i].kind]);
        put_name(p, program->regions.at[i].name);
        if (program->regions.at[i].library)
            print_put(p, " library");
        end_line(p);
    }
    for (size_t i = 1; i < program->layouts.len; i++)
        print_layout(p, &program->layouts.at[i]);
    for (size_t i = 1; i < program->globals.len; i++) {
        print_put(p, "global ");
        put_name(p, program->globals.at[i].name);
        print_put(p, ": ");
        put_name(p, program->layouts.at[program->globals.at[i].layout].name);
        if (program->globals.at[i].count)
            print_put(p, " * %" PRIu32, program->globals.at[i].count);
        if (program->globals.at[i].constant)
            print_put(p, " constant");
        put_position(p, program->globals.at[i].pos);
        end_line(p);
    }
}

static void print_access(Printer *p, const Access *access)
{
    const Program *program = p->program;
    print_put(p, "access ");
    put_name(p, program->regions.at[access->region].name);
    if (access->read >= 0) {
        print_put(p, " read ");
        put_name(p, program->procs.at[access->read].name);
    }
    if (access->write >= 0) {
        print_put(p, " write ");
        put_name(p, program->procs.at[access->write].name);
    }
    if (access->member)
        print_put(p, " member");
    if (access->start)
        print_put(p, " start %" PRIu32, access->start);
    if (access->step)
        print_put(p, " step %" PRIu32, access->step);
    print_put(p, " ");
    put_quoted(p, access->text);
    put_position(p, access->pos);
    end_line(p);
}

static void print_clause(Printer *p, const char *word, const Clause *clause)
{
    print_put(p, "%s ", word);
    put_name(p, p->program->procs.at[clause->proc].name);
    print_put(p, " ");
    put_quoted(p, clause->text);
    put_position(p, clause->pos);
    end_line(p);
}

static void print_action(Printer *p, const ActionSpec *action)
{
    print_put(p, "    action %s%s", moves_words[action->moves], action->moves ? " " : "");
    put_quoted(p, action->label);
    print_put(p, " ");
    put_quoted(p, action->text);
    put_position(p, action->pos);
    end_line(p);
    vec_each (Modified, modified, &action->modifies) {
        print_put(p, modified->everywhere ? "    everywhere " : "    modifies ");
        put_name(p, p->program->regions.at[modified->region].name);
        print_put(p, modified->everywhere ? "" : " ");
        if (!modified->everywhere)
            put_name(p, p->program->procs.at[modified->proc].name);
        end_line(p);
    }
    vec_each (Clause, clause, &action->clauses)
        print_clause(p, "    test", clause);
}

static void print_spec(Printer *p, const Spec *spec)
{
    static const char *const words[] = {
        [SPEC_ACTION] = "", [SPEC_THEN] = "then", [SPEC_OR] = "or", [SPEC_STAR] = "star"};
    print_put(p, "spec ");
    put_name(p, p->program->procs.at[spec->proc].name);
    put_position(p, spec->pos);
    print_put(p, " {");
    end_line(p);
    vec_each (Clause, clause, &spec->requires)
        print_clause(p, "    requires", clause);
    vec_each (ActionSpec, action, &spec->actions)
        print_action(p, action);
    if (spec->performs.len) {
        print_put(p, "    performs");
        vec_each (SpecStep, step, &spec->performs)
            if (step->op == SPEC_ACTION)
                print_put(p, " %" PRIu32, step->action);
            else
                print_put(p, " %s", words[step->op]);
        end_line(p);
    }
    print_put(p, "}");
    end_line(p);
}

static void print_start(Printer *p)
{
    const Program *program = p->program;
    vec_each (const char *, name, &program->exceptions) {
        print_put(p, "exception ");
        put_name(p, *name);
        end_line(p);
    }
    vec_each (Annotation, a, &program->annotations) {
        print_put(p, "annotation ");
        put_quoted(p, a->text);
        put_position(p, a->pos);
        end_line(p);
    }
    vec_each (Access, access, &program->accesses)
        print_access(p, access);
    vec_each (Spec, spec, &program->specs)
        print_spec(p, spec);
    vec_each (Clause, clause, &program->invariants)
        print_clause(p, "invariant", clause);
    if (program->init >= 0) {
        print_put(p, "init ");
        put_name(p, program->procs.at[program->init].name);
        end_line(p);
    }
    vec_each (Thread, thread, &program->threads) {
        print_put(p, "thread ");
        put_name(p, program->procs.at[thread->proc].name);
        end_line(p);
    }
}

void ir_print(const Program *program, FILE *out)
{
    Printer p;
    print_begin(&p, program, out);
    print_tables(&p);
    print_start(&p);
    vec_each (Proc, proc, &program->procs)
        print_proc(&p, proc);
    print_end(&p);
}
