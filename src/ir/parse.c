/* parse.c -- reads the text form of the IR (doc/ir.md has the grammar): everything but
 * instructions, which parse_instr.c reads.  After an error it goes on at the next line or item. */
#include "ir/parse.h"

#include <stdarg.h>

#include "ir/shape.h"
#include "ir/text.h"

bool parse_fails(Parser *p, Pos pos, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_error(p->diag, pos, "%s", text);
    p->errors++;
    return false;
}

bool parse_expected(Parser *p, const char *what)
{
    const IrToken *t = parse_token(p);
    if (t->kind == TOKEN_NEWLINE || t->kind == TOKEN_END)
        return parse_fails(p, t->pos, "%s is expected here, not %s", what, t->text);
    const char *sigil = t->kind == TOKEN_REGISTER ? "%"
                        : t->kind == TOKEN_GLOBAL ? "@"
                        : t->kind == TOKEN_PROC   ? "&"
                                                  : "";
    return parse_fails(p, t->pos, "%s is expected here, not `%s%s`", what, sigil, t->text);
}

bool parse_at_sign(const Parser *p, char sign)
{
    const IrToken *t = parse_token(p);
    return t->kind == TOKEN_SIGN && t->sign == sign;
}

bool parse_at_word(const Parser *p, const char *word)
{
    const IrToken *t = parse_token(p);
    return t->kind == TOKEN_NAME && strcmp(t->text, word) == 0;
}

bool parse_take_sign(Parser *p, char sign)
{
    bool there = parse_at_sign(p, sign);
    p->at += there;
    return there;
}

bool parse_take_word(Parser *p, const char *word)
{
    bool there = parse_at_word(p, word);
    p->at += there;
    return there;
}

bool parse_need_sign(Parser *p, char sign)
{
    char what[] = {'`', sign, '`', '\0'};
    return parse_take_sign(p, sign) || parse_expected(p, what);
}

bool parse_need_name(Parser *p, const char *what, const char **name)
{
    const IrToken *t = parse_token(p);
    if (t->kind != TOKEN_STRING && t->kind != TOKEN_NAME)
        return parse_expected(p, what);
    if (t->kind == TOKEN_NAME && text_is_reserved(t->text))
        return parse_fails(p, t->pos,
                           "%s is expected here; `%s` is a name only if it is written in quotes",
                           what, t->text);
    *name = t->text;
    p->at++;
    return true;
}

bool parse_need_number(Parser *p, const char *what, uint64_t most, uint64_t *value)
{
    const IrToken *t = parse_token(p);
    if (t->kind != TOKEN_NUMBER || t->negative)
        return parse_expected(p, what);
    if (t->value > most)
        return parse_fails(p, t->pos, "%s cannot be larger than %llu", what,
                           (unsigned long long)most);
    *value = t->value;
    p->at++;
    return true;
}

bool parse_need_type(Parser *p, Type *type)
{
    const IrToken *t = parse_token(p);
    if (t->kind != TOKEN_NAME || !text_type(t->text, type))
        return parse_expected(p, "a type (u1 to u64, s1 to s64, f32, f64, ptr or tid)");
    p->at++;
    return true;
}

void parse_skip_newlines(Parser *p)
{
    while (parse_token(p)->kind == TOKEN_NEWLINE || parse_at_sign(p, ';'))
        p->at++;
}

bool parse_position(Parser *p, Pos *pos)
{
    uint64_t file = 0, line = 0, column = 0;
    if (!parse_take_sign(p, '@'))
        return true;
    if (parse_take_sign(p, '?')) {
        *pos = (Pos){0};
        return true;
    }
    if (!parse_need_number(p, "a line", UINT32_MAX, &line))
        return false;
    if (parse_take_sign(p, '/')) {
        file = line;
        if (file > UINT16_MAX)
            return parse_fails(p, parse_token(p)->pos, "there is no file of this number");
        if (!parse_need_number(p, "a line", UINT32_MAX, &line))
            return false;
    }
    if (!parse_need_sign(p, ':') || !parse_need_number(p, "a column", UINT16_MAX, &column))
        return false;
    if (!line)
        return parse_fails(p, parse_token(p)->pos,
                           "lines count from 1; write `@ ?` for no position");
    *pos = (Pos){(uint32_t)line, (uint16_t)column, (uint16_t)file};
    return true;
}

/* The slot of a name, or the free slot where it belongs. */
static Symbol *slot(const Parser *p, Space space, const char *name)
{
    uint32_t scope = space >= SPACE_REGISTER ? p->scope : 0;
    uint64_t hash = 14695981039346656037u + space * 31u + scope * 1000003u;
    for (const char *s = name; *s; s++)
        hash = (hash ^ (unsigned char)*s) * 1099511628211u;
    size_t mask = p->symbols.len - 1;
    for (size_t i = (size_t)(hash >> 20) & mask;; i = (i + 1) & mask) {
        Symbol *s = &p->symbols.at[i];
        if (!s->used || (s->space == space && s->scope == scope && strcmp(s->name, name) == 0))
            return s;
    }
}

static void grow_symbols(Parser *p)
{
    Parser old = *p;
    uint32_t scope = p->scope;
    p->symbols.at = NULL;
    p->symbols.len = p->symbols.cap = 0;
    vec_resize(&p->symbols, old.symbols.len ? old.symbols.len * 2 : 64);
    vec_each (Symbol, s, &old.symbols)
        if (s->used) {
            p->scope = s->scope;
            *slot(p, s->space, s->name) = *s;
        }
    p->scope = scope;
    vec_free(&old.symbols);
}

bool parse_find(const Parser *p, Space space, const char *name, uint32_t *value)
{
    if (!p->symbols.len)
        return false;
    const Symbol *s = slot(p, space, name);
    *value = s->value;
    return s->used;
}

bool parse_add(Parser *p, Space space, const char *name, uint32_t value)
{
    if (p->symbol_count * 2 >= p->symbols.len)
        grow_symbols(p);
    Symbol *s = slot(p, space, name);
    if (s->used)
        return false;
    *s = (Symbol){name, space, space >= SPACE_REGISTER ? p->scope : 0, value, true};
    p->symbol_count++;
    return true;
}

bool parse_need_known(Parser *p, Space space, const char *what, uint32_t *value)
{
    Pos pos = parse_token(p)->pos;
    const char *name = "";
    if (!parse_need_name(p, what, &name))
        return false;
    return parse_find(p, space, name, value) ||
           parse_fails(p, pos, "there is no %s; it must be declared above", name);
}

static bool need_new(Parser *p, Pos pos, Space space, const char *name, uint32_t value)
{
    return parse_add(p, space, name, value) || parse_fails(p, pos, "%s is declared twice", name);
}

bool parse_end_of_line(Parser *p)
{
    TokenKind kind = parse_token(p)->kind;
    if (kind == TOKEN_END || parse_at_sign(p, '}'))
        return true;
    if (kind != TOKEN_NEWLINE && !parse_at_sign(p, ';'))
        return parse_expected(p, "the end of the line");
    p->at++;
    return true;
}

static bool parse_names_clause(Parser *p, uint32_t *names)
{
    return !parse_take_word(p, "names") ||
           parse_need_known(p, SPACE_NAMES, "a list of names", names);
}

/* names = "names" tag "{" name { "," name } "}" */
static bool parse_names(Parser *p)
{
    Pos pos = parse_token(p)->pos;
    const char *tag = "", *name = "";
    uint32_t list = build_name_list(&p->b);
    if (!parse_need_name(p, "a tag", &tag) || !need_new(p, pos, SPACE_NAMES, tag, list) ||
        !parse_need_sign(p, '{'))
        return false;
    parse_skip_newlines(p);
    while (!parse_take_sign(p, '}')) {
        if (!parse_need_name(p, "a name", &name))
            return false;
        build_name(&p->b, list, name);
        if (!parse_take_sign(p, ',') && !parse_at_sign(p, '}'))
            return parse_expected(p, "`,` or `}`");
        parse_skip_newlines(p);
    }
    return parse_end_of_line(p);
}

/* region = "region" ("global" | "field" | "elements") name */
static bool parse_region(Parser *p)
{
    int kind = 0;
    const char *name = "";
    while (kind <= REGION_LOCAL && !parse_at_word(p, region_kind_text[kind]))
        kind++;
    if (kind > REGION_LOCAL)
        return parse_expected(p, "`global`, `field`, `elements` or `local`");
    p->at++;
    Pos pos = parse_token(p)->pos;
    if (!parse_need_name(p, "the name of the region", &name))
        return false;
    uint32_t region = build_region(&p->b, name, (RegionKind)kind);
    if (!need_new(p, pos, SPACE_REGION, name, region))
        return false;
    p->b.program->regions.at[region].library = parse_take_word(p, "library");
    return parse_end_of_line(p);
}

/* A region named in a layout need not have been declared. */
static bool parse_field_region(Parser *p, LayoutKind kind, uint32_t *region)
{
    const char *name = "";
    if (!parse_take_word(p, "region"))
        return true;
    if (!parse_need_name(p, "a region", &name))
        return false;
    if (!parse_find(p, SPACE_REGION, name, region)) {
        *region = build_region(&p->b, name, kind == LAYOUT_RECORD ? REGION_FIELD : REGION_ELEMENTS);
        parse_add(p, SPACE_REGION, name, *region);
    }
    return true;
}

/* [word number] */
static bool parse_bytes(Parser *p, const char *word, uint32_t *bytes)
{
    uint64_t number = *bytes;
    if (parse_take_word(p, word) && !parse_need_number(p, "bytes", INT32_MAX, &number))
        return false;
    *bytes = (uint32_t)number;
    return true;
}

/* ["*" number], of fields and globals */
static bool parse_count(Parser *p, uint32_t *count)
{
    uint64_t number = 0;
    if (!parse_take_sign(p, '*'))
        return true;
    if (!parse_need_number(p, "a count", INT32_MAX, &number))
        return false;
    *count = (uint32_t)number;
    return true;
}

/* ["lock" | "readers" | "semaphore"] */
static FieldRole parse_role(Parser *p)
{
    for (int role = ROLE_LOCK; role < ROLES; role++)
        if (parse_take_word(p, field_role_text[role]))
            return (FieldRole)role;
    return ROLE_NONE;
}

/* What comes behind the place of a field:
 * ["names" tag] ["owner" number] ["to" layout] [role] ["region" region] */
static bool parse_field_facts(Parser *p, uint32_t layout, Field *field)
{
    const Layout *l = &p->b.program->layouts.at[layout];
    if (!parse_names_clause(p, &field->names) || !parse_bytes(p, "owner", &field->owner) ||
        !parse_use(p, "to", USE_FIELD, layout, (uint32_t)l->fields.len))
        return false;
    field->role = parse_role(p);
    return parse_field_region(p, l->kind, &field->region);
}

/* field = [name ":"] type ["*" number] ["at" number] facts */
static bool parse_field(Parser *p, uint32_t layout)
{
    const IrToken *t = parse_token(p);
    const IrToken *next = t->kind == TOKEN_END ? t : t + 1;
    Field field = {.name = ""};
    uint64_t offset = 0;
    if (next->kind == TOKEN_SIGN && next->sign == ':') {
        if (t->kind != TOKEN_NAME && t->kind != TOKEN_STRING)
            return parse_expected(p, "the name of a field");
        field.name = t->text;
        p->at += 2;
    }
    if (!parse_need_type(p, &field.type))
        return false;
    if (!parse_count(p, &field.count))
        return false;
    bool placed = parse_take_word(p, "at");
    if (placed && !parse_need_number(p, "an offset", INT32_MAX, &offset))
        return false;
    LayoutKind kind = p->b.program->layouts.at[layout].kind;
    if (!parse_field_facts(p, layout, &field))
        return false;
    Layout *l = &p->b.program->layouts.at[layout];
    if (kind == LAYOUT_RAW) {
        field.offset = (uint32_t)offset;
        build_raw_field(&p->b, layout, field);
        return true;
    }
    build_field(&p->b, layout, field);
    if (placed) {
        vec_last(&l->fields).offset = (uint32_t)offset;
        l->size = layout_next_offset(l, l->fields.len, 0);
    }
    return true;
}

/* alignment = ["align" number | "apart"]: a power of two */
static bool parse_align(Parser *p, uint32_t layout)
{
    uint64_t align = 0;
    Pos pos = parse_token(p)->pos;
    if (parse_take_word(p, "apart"))
        align = ALIGN_APART;
    else if (!parse_take_word(p, "align"))
        return true;
    else if (!parse_need_number(p, "an alignment", 1 << 30, &align))
        return false;
    else if (!align || align & (align - 1))
        return parse_fails(p, pos, "an alignment is a power of two");
    p->b.program->layouts.at[layout].align = (uint32_t)align;
    return true;
}

/* layout = "layout" name kind ["size" number] [alignment] ["constant"] ["automatic"] ["of" layout] "{" { field } "}" */
static bool parse_layout(Parser *p)
{
    Pos pos = parse_token(p)->pos;
    const char *name = "";
    int kind = 0;
    uint64_t size = 0;
    if (!parse_need_name(p, "the name of the layout", &name))
        return false;
    while (kind <= LAYOUT_RAW && !parse_at_word(p, layout_kind_text[kind]))
        kind++;
    if (kind > LAYOUT_RAW)
        return parse_expected(p, "`record`, `array`, `set`, `chan` or `raw`");
    p->at++;
    uint32_t layout = build_layout(&p->b, name, (LayoutKind)kind);
    bool sized = parse_take_word(p, "size");
    if (!need_new(p, pos, SPACE_LAYOUT, name, layout) ||
        (sized && !parse_need_number(p, "a size", INT32_MAX, &size)) || !parse_align(p, layout))
        return false;
    p->b.program->layouts.at[layout].constant = parse_take_word(p, "constant");
    p->b.program->layouts.at[layout].automatic = parse_take_word(p, "automatic");
    if (!parse_use(p, "of", USE_LAYOUT, layout, 0) || !parse_need_sign(p, '{'))
        return false;
    parse_skip_newlines(p);
    while (!parse_take_sign(p, '}')) {
        if (!parse_field(p, layout))
            return false;
        if (!parse_take_sign(p, ',') && !parse_end_of_line(p))
            return false;
        parse_skip_newlines(p);
    }
    if (sized)
        p->b.program->layouts.at[layout].size = (uint32_t)size;
    return parse_end_of_line(p);
}

/* The layout of a global that is a single cell: a record with its name, a region with its name. */
static bool parse_cell(Parser *p, Pos pos, const char *name, uint32_t *layout)
{
    Field field = {.name = ""};
    if (!parse_need_type(p, &field.type) || !parse_names_clause(p, &field.names))
        return false;
    if (!parse_find(p, SPACE_REGION, name, &field.region)) {
        field.region = build_region(&p->b, name, REGION_GLOBAL);
        parse_add(p, SPACE_REGION, name, field.region);
    }
    *layout = build_layout(&p->b, name, LAYOUT_RECORD);
    build_field(&p->b, *layout, field);
    return need_new(p, pos, SPACE_LAYOUT, name, *layout);
}

/* global = "global" name ":" (layout ["*" number] | type ["names" tag]) ["constant"] [position] */
static bool parse_global(Parser *p)
{
    Pos pos = parse_token(p)->pos, place = pos;
    const char *name = "";
    uint32_t layout = 0, count = 0;
    Type type;
    if (!parse_need_name(p, "the name of the global", &name) || !parse_need_sign(p, ':'))
        return false;
    const IrToken *t = parse_token(p);
    bool cell = t->kind == TOKEN_NAME && text_type(t->text, &type);
    if (!(cell ? parse_cell(p, pos, name, &layout)
               : parse_need_known(p, SPACE_LAYOUT, "a layout", &layout)) ||
        !parse_count(p, &count))
        return false;
    bool constant = parse_take_word(p, "constant");
    if (!parse_position(p, &place))
        return false;
    uint32_t global = build_global(&p->b, name, layout, place);
    p->b.program->globals.at[global].count = count;
    p->b.program->globals.at[global].constant = constant;
    return need_new(p, pos, SPACE_GLOBAL, name, global) && parse_end_of_line(p);
}

/* pointers = "pointers" number ["any"]: how many bytes one takes in raw memory; for C */
static bool parse_pointers(Parser *p)
{
    uint64_t bytes = 0;
    if (!parse_need_number(p, "4 or 8", 8, &bytes))
        return false;
    p->b.program->pointer_bytes = (uint32_t)bytes;
    p->b.program->is_c = true;
    p->b.program->unwritten_any = parse_take_word(p, "any");
    return parse_end_of_line(p);
}

static bool parse_exception(Parser *p)
{
    Pos pos = parse_token(p)->pos;
    const char *name = "";
    return parse_need_name(p, "the name of the exception", &name) &&
           need_new(p, pos, SPACE_EXCEPTION, name, build_exception(&p->b, name)) &&
           parse_end_of_line(p);
}

static bool parse_annotation(Parser *p)
{
    const IrToken *t = parse_token(p);
    Pos pos = t->pos;
    if (t->kind != TOKEN_STRING)
        return parse_expected(p, "a text in quotes");
    p->at++;
    if (!parse_position(p, &pos))
        return false;
    const char *text = arena_copy(&p->b.program->arena, t->text, strlen(t->text));
    vec_push(&p->b.program->annotations, ((Annotation){pos, text}));
    return parse_end_of_line(p);
}

/* access = "access" region ["read" procedure] ["write" procedure] ["member"] ["start" number]
 *          ["step" number] text [position] */
static bool parse_access(Parser *p)
{
    Access access = {.read = -1, .write = -1, .pos = parse_token(p)->pos};
    uint32_t proc = 0;
    if (!parse_need_known(p, SPACE_REGION, "a region", &access.region))
        return false;
    if (parse_take_word(p, "read")) {
        if (!parse_need_known(p, SPACE_PROC, "a procedure", &proc))
            return false;
        access.read = (int32_t)proc;
    }
    if (parse_take_word(p, "write")) {
        if (!parse_need_known(p, SPACE_PROC, "a procedure", &proc))
            return false;
        access.write = (int32_t)proc;
    }
    access.member = parse_take_word(p, "member");
    if (!parse_bytes(p, "start", &access.start) || !parse_bytes(p, "step", &access.step))
        return false;
    const IrToken *t = parse_token(p);
    if (t->kind != TOKEN_STRING)
        return parse_expected(p, "a text in quotes");
    p->at++;
    access.text = t->text;
    if (!parse_position(p, &access.pos))
        return false;
    build_access(&p->b, access);
    return parse_end_of_line(p);
}

static bool parse_init(Parser *p)
{
    Pos pos = parse_token(p)->pos;
    uint32_t proc = 0;
    if (!parse_need_known(p, SPACE_PROC, "a procedure", &proc))
        return false;
    if (p->b.program->init >= 0)
        return parse_fails(p, pos, "there can be only one init procedure");
    p->b.program->init = (int32_t)proc;
    return parse_end_of_line(p);
}

static bool parse_thread(Parser *p)
{
    uint32_t proc = 0;
    if (!parse_need_known(p, SPACE_PROC, "a procedure", &proc))
        return false;
    vec_push(&p->b.program->threads, ((Thread){proc}));
    return parse_end_of_line(p);
}

/* register = "%" (name | number [name]) ":" type ["names" tag] ["to" layout] */
bool parse_register_declaration(Parser *p)
{
    const IrToken *t = parse_token(p);
    uint32_t names = 0;
    Type type;
    if (t->kind != TOKEN_REGISTER)
        return parse_expected(p, "a register");
    p->at++;
    bool numbered = !t->quoted && strchr("0123456789", t->text[0]);
    const char *name = numbered ? NULL : t->text;
    if (numbered && !parse_at_sign(p, ':') && !parse_need_name(p, "`:` or a name", &name))
        return false;
    if (!parse_need_sign(p, ':') || !parse_need_type(p, &type) || !parse_names_clause(p, &names))
        return false;
    Ref r = build_register(&p->b, name, type);
    p->b.program->procs.at[p->b.proc].registers.at[r].names = names;
    if (!parse_use(p, "to", USE_REGISTER, p->b.proc, (uint32_t)r))
        return false;
    return parse_add(p, numbered ? SPACE_NUMBERED : SPACE_REGISTER, t->text, (uint32_t)r) ||
           parse_fails(p, t->pos, "register %%%s is declared twice", t->text);
}

static bool parse_registers(Parser *p)
{
    do {
        parse_skip_newlines(p);
        if (!parse_register_declaration(p))
            return false;
    } while (parse_take_sign(p, ','));
    return true;
}

/* statement = "reg" register { "," register } | label ":" | instruction */
static bool parse_statement(Parser *p)
{
    const IrToken *t = parse_token(p);
    const IrToken *next = t->kind == TOKEN_END ? t : t + 1;
    if ((t->kind == TOKEN_NAME || t->kind == TOKEN_STRING) && next->kind == TOKEN_SIGN &&
        next->sign == ':') {
        Label label = parse_label(p, t);
        if (p->b.labels.at[label])
            return parse_fails(p, t->pos, "label %s is here a second time", t->text);
        build_place(&p->b, label);
        p->at += 2;
        return true;
    }
    if (parse_take_word(p, "reg"))
        return parse_registers(p) && parse_end_of_line(p);
    return parse_instr(p) && parse_end_of_line(p);
}

static void skip_line(Parser *p)
{
    while (parse_token(p)->kind != TOKEN_NEWLINE && parse_token(p)->kind != TOKEN_END)
        p->at++;
}

/* ["as" text] ["abstract" procedure] */
static bool parse_abstract(Parser *p, Proc *proc)
{
    uint32_t other = 0;
    if (parse_take_word(p, "as") && !parse_need_string(p, &proc->kind))
        return false;
    if (!parse_take_word(p, "abstract"))
        return true;
    if (!parse_need_known(p, SPACE_PROC, "a procedure", &other))
        return false;
    proc->abstract = other + 1;
    return true;
}

static bool parse_signature(Parser *p, uint32_t index)
{
    Proc *proc = &p->b.program->procs.at[index];
    if (!parse_need_sign(p, '('))
        return false;
    if (!parse_at_sign(p, ')') && !parse_registers(p))
        return false;
    proc->params = (uint32_t)proc->registers.len;
    if (!parse_need_sign(p, ')'))
        return false;
    if (parse_token(p)->kind == TOKEN_ARROW) {
        do {
            Type type;
            p->at++;
            if (!parse_need_type(p, &type))
                return false;
            vec_push(&proc->results, type);
        } while (parse_at_sign(p, ','));
    }
    return parse_use(p, "to", USE_RESULT, index, 0) && parse_abstract(p, proc) &&
           parse_position(p, &proc->pos) && parse_need_sign(p, '{');
}

static void finish_proc(Parser *p)
{
    for (size_t i = 1; i < p->labels.len; i++)
        if (!p->b.labels.at[i])
            parse_fails(p, p->labels.at[i].pos, "there is no label %s in this procedure",
                        p->labels.at[i].name);
    if (!p->errors)
        build_proc_end(&p->b);
}

/* proc = ["library"] ["pure"] ["atomic"] "proc" name "(" [registers] ")" ["->" types] ["to" layout]
 *        ["as" text] ["abstract" procedure] [position] "{" { statement } "}" */
static bool parse_proc(Parser *p)
{
    uint32_t index = 0;
    bool library = parse_take_word(p, "library");
    bool pure = parse_take_word(p, "pure"), atomic = parse_take_word(p, "atomic");
    if (!parse_take_word(p, "proc"))
        return parse_expected(p, "`proc`");
    if (!parse_need_known(p, SPACE_PROC, "the name of the procedure", &index))
        return false;
    if (p->b.program->procs.at[index].begin)
        return false; /* declared twice: an error already */
    build_proc_begin(&p->b, index);
    p->b.program->procs.at[index].library = library;
    p->b.program->procs.at[index].pure = pure;
    p->b.program->procs.at[index].atomic = atomic;
    p->scope = index + 1;
    p->labels.len = 0;
    vec_push(&p->labels, (LabelUse){0});
    if (!parse_signature(p, index))
        return false;
    parse_skip_newlines(p);
    while (!parse_at_sign(p, '}') && p->errors < DIAG_MOST_ERRORS) {
        if (parse_token(p)->kind == TOKEN_END)
            return parse_expected(p, "`}` at the end of the procedure");
        if (!parse_statement(p))
            skip_line(p);
        parse_skip_newlines(p);
    }
    if (!parse_take_sign(p, '}'))
        return false; /* too many errors */
    finish_proc(p);
    return parse_end_of_line(p);
}

typedef bool ItemParser(Parser *p);
typedef struct Item {
    const char *word;
    ItemParser *parse;
} Item;

static const Item items[] = {
    {"names", parse_names},       {"region", parse_region},       {"layout", parse_layout},
    {"global", parse_global},     {"exception", parse_exception}, {"annotation", parse_annotation},
    {"access", parse_access},     {"init", parse_init},           {"thread", parse_thread},
    {"pointers", parse_pointers}, {"spec", parse_spec},           {"invariant", parse_invariant},
};

static const Item *item_here(const Parser *p)
{
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (parse_at_word(p, items[i].word))
            return &items[i];
    return NULL;
}

/* `atomic` alone is an instruction. */
static bool proc_here(const Parser *p)
{
    const IrToken *next = parse_token(p) + 1;
    return parse_at_word(p, "proc") || parse_at_word(p, "pure") || parse_at_word(p, "library") ||
           (parse_at_word(p, "atomic") && next->kind == TOKEN_NAME);
}

static bool parse_item(Parser *p)
{
    const Item *item = item_here(p);
    if (proc_here(p))
        return parse_proc(p);
    if (!item)
        return parse_expected(p, "names, region, layout, global, exception, annotation, access, "
                                 "init, thread, pointers, spec or proc");
    p->at++;
    return item->parse(p);
}

/* To the next line that begins an item. */
static void skip_item(Parser *p)
{
    do {
        skip_line(p);
        parse_skip_newlines(p);
    } while (parse_token(p)->kind != TOKEN_END && !item_here(p) && !proc_here(p));
}

static bool is_word(const IrToken *t, const char *word)
{
    return t->kind == TOKEN_NAME && strcmp(t->text, word) == 0;
}

/* Procedures may be named before they are defined. */
static void declare_procs(Parser *p)
{
    for (size_t i = 0; i + 1 < p->tokens.len; i++) {
        const IrToken *t = &p->tokens.at[i];
        bool first = !i || t[-1].kind == TOKEN_NEWLINE || is_word(&t[-1], "pure") ||
                     is_word(&t[-1], "library") || is_word(&t[-1], "atomic");
        bool named = t[1].kind == TOKEN_NAME || t[1].kind == TOKEN_STRING;
        if (first && named && is_word(t, "proc"))
            need_new(p, t[1].pos, SPACE_PROC, t[1].text,
                     build_declare_proc(&p->b, t[1].text, t[1].pos));
    }
}

Program *ir_parse(const Sources *sources, int file, Diag *diag)
{
    Parser p = {.diag = diag};
    Program *program = program_new(sources);
    build_begin(&p.b, program);
    p.errors = ir_lex(sources, file, diag, &p.arena, &p.tokens);
    declare_procs(&p);
    parse_skip_newlines(&p);
    while (parse_token(&p)->kind != TOKEN_END && p.errors < DIAG_MOST_ERRORS) {
        if (!parse_item(&p))
            skip_item(&p);
        parse_skip_newlines(&p);
    }
    parse_uses(&p);
    build_end(&p.b);
    vec_free(&p.uses);
    vec_free(&p.tokens);
    vec_free(&p.labels);
    vec_free(&p.symbols);
    arena_free(&p.arena);
    if (!p.errors)
        return program;
    program_free(program);
    return NULL;
}
