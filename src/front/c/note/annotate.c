/* annotate.c -- see annotate.h. */
#include "front/c/note/annotate.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "front/c/note/rewrite.h"

/* ---- the files ---- */

static const char *folder_of(Annotations *a, const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? arena_copy(&a->arena, name, (size_t)(slash - name) + 1) : "";
}

/* In the folders of -I and -iquote. */
static const char *find_by_flags(Annotations *a, const char *const *flags, size_t count,
                                 const char *name)
{
    for (size_t k = 0; k < count; k++) {
        const char *flag = flags[k], *folder = NULL;
        if (strncmp(flag, "-I", 2) == 0)
            folder = flag + 2;
        else if (strncmp(flag, "-iquote", 7) == 0)
            folder = flag + 7;
        if (folder && !*folder)
            folder = k + 1 < count ? flags[k + 1] : NULL;
        const char *path = folder ? arena_print(&a->arena, "%s/%s", folder, name) : "";
        if (folder && access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

/* Where a header is that is included with quotes; NULL: it is not one of the user's. */
static const char *find_header(Annotations *a, const char *from, const char *name)
{
    const char *path =
        *name == '/' ? name : arena_print(&a->arena, "%s%s", folder_of(a, from), name);
    const COptions *options = a->options;
    if (access(path, R_OK) == 0)
        return path;
    path = find_by_flags(a, options->flags, options->flag_count, name);
    if (path || a->unit >= options->file_flag_count)
        return path;
    const CFileFlags *own = &options->file_flags[a->unit];
    return find_by_flags(a, own->at, own->count, name);
}

static uint32_t add_file(Annotations *a, int source, const char *name)
{
    for (uint32_t k = 0; k < a->files.len; k++)
        if (strcmp(a->files.at[k].name, name) == 0)
            return k;
    const char *why;
    AnnotatedFile file = {.source = source, .name = name, .first = (uint32_t)a->notes.len};
    for (size_t k = 0; file.source < 0 && k < a->sources->files.len; k++)
        if (strcmp(a->sources->files.at[k].name, name) == 0) /* c_read_headers */
            file.source = (int)k;
    if (file.source < 0)
        file.source = source_read(a->sources, name, &why);
    if (file.source >= 0)
        scan_file(&file.scan, a->sources, (uint32_t)file.source, &a->arena, a->diag);
    vec_each (Note, note, &file.scan.notes)
        vec_push(&a->notes, note);
    vec_push(&a->files, file);
    return (uint32_t)a->files.len - 1;
}

/* The annotations of a translation unit, in the order in which clang meets them. */
typedef struct Order {
    Annotations *a;
    VEC(uint32_t) files; /* that were visited */
    VEC(uint32_t) notes;
} Order;

static void visit(Order *order, uint32_t number)
{
    Annotations *a = order->a;
    vec_each (uint32_t, known, &order->files)
        if (*known == number)
            return;
    vec_push(&order->files, number);
    for (size_t k = 0; k < a->files.at[number].scan.items.len; k++) {
        ScanItem item = a->files.at[number].scan.items.at[k];
        if (!item.include) {
            vec_push(&order->notes, a->files.at[number].first + item.note);
            continue;
        }
        const char *name = find_header(a, a->files.at[number].name, item.include);
        if (name)
            visit(order, add_file(a, -1, name));
    }
}

static const AnnotatedFile *file_of(const Annotations *a, uint32_t number)
{
    const AnnotatedFile *found = a->files.at;
    vec_each (AnnotatedFile, file, &a->files)
        if (file->scan.notes.len && file->first <= number)
            found = file;
    return found;
}

/* ---- what is put in ---- */

typedef struct Edit {
    size_t at;
    const char *text;
} Edit;
typedef VEC(Edit) Edits;

static void add_edit(Edits *edits, size_t at, const char *text)
{
    size_t k = edits->len;
    vec_push(edits, ((Edit){at, text}));
    for (; k && edits->at[k - 1].at > at; k--)
        edits->at[k] = edits->at[k - 1];
    edits->at[k] = (Edit){at, text};
}

/* For annotations among statements: before_functions comes too late for them. */
static const char lock_functions[] =
    " extern unsigned __heddle_tid(void); extern _Bool __heddle_lock_held(const volatile void *);"
    " extern _Bool __heddle_lock_read(const volatile void *);"
    " extern _Bool __heddle_lock_free(const volatile void *);"
    " extern _Bool __heddle_quantifier(unsigned long);"
    " extern _Bool __heddle_quantified(unsigned long, long long, long long);"
    " extern _Bool __heddle_each(unsigned long); extern void *__heddle_bound_object(void);"
    " extern int __heddle_bound_s32(void); extern unsigned __heddle_bound_u32(void);"
    " extern long long __heddle_bound_s64(void);"
    " extern unsigned long long __heddle_bound_u64(void);";

/* The values of a variable of integer type. */
#define BOUND_MACRO                                                                                \
    "#undef __heddle_bound\n#define __heddle_bound(...) _Generic((__VA_ARGS__)0, "                 \
    "unsigned: __heddle_bound_u32(), long: __heddle_bound_s64(), "                                 \
    "long long: __heddle_bound_s64(), unsigned long: __heddle_bound_u64(), "                       \
    "unsigned long long: __heddle_bound_u64(), int: __heddle_bound_s32(), "                        \
    "short: __heddle_bound_s32(), unsigned short: __heddle_bound_s32(), "                          \
    "char: __heddle_bound_s32(), signed char: __heddle_bound_s32(), "                              \
    "unsigned char: __heddle_bound_s32())\n"

#define LOCK_MACRO(name, function)                                                                 \
    "#undef " name "\n#define " name "(...) (__extension__({ __typeof__(__VA_ARGS__) "             \
    "*__heddle_lock = &(__VA_ARGS__); " function "(__heddle_lock); }))\n"
static const char lock_macros[] = "\n" LOCK_MACRO("__heddle_holds_lock", "__heddle_lock_held")
    LOCK_MACRO("__heddle_reads_lock", "__heddle_lock_read")
        LOCK_MACRO("__heddle_unlocked_lock", "__heddle_lock_free") BOUND_MACRO;

static const char *note_mark(Annotations *a, const AnnotatedFile *file, const Note *note,
                             uint32_t number)
{
    Text out = {0};
    text_format(&out, "#ifndef __heddle_on_%u\n#define __heddle_on_%u", number, number);
    rewrite_macros(&out, file, note, "push");
    text_add(&out, "\n#endif");
    const char *text = arena_copy(&a->arena, out.at, out.len);
    vec_free(&out);
    return text;
}

/* The statement that stands for an annotation. */
static const char *code_text(Annotations *a, const AnnotatedFile *file, const Note *note,
                             uint32_t number)
{
    Text out = {0};
    if (note->word == NOTE_WITNESS)
        text_format(&out, "{ extern void __heddle_witness(unsigned); __heddle_witness(%u); }",
                    number);
    else {
        text_add(&out, "{ extern _Bool __heddle_invariant(unsigned); "
                       "extern void __heddle_holds_always(_Bool);");
        text_add(&out, lock_functions);
        text_add(&out, lock_macros);
        text_format(&out, "if (__heddle_invariant(%u)) __heddle_holds_always((", number);
        if (note->word == NOTE_DECREASES)
            text_format(&out,
                        ANNOTATE_GHOST "decreases_%u && (" ANNOTATE_GHOST
                                       "first_%u || (0 <= " ANNOTATE_GHOST
                                       "last_%u && " ANNOTATE_GHOST "last_%u > (long long)(",
                        number, number, number, number);
        rewrite_expression(a, &out, file, note);
        text_add(&out, note->word == NOTE_DECREASES ? ")))" : "");
        text_add(&out, ") ? 1 : 0); }");
    }
    const char *text = arena_copy(&a->arena, out.at, out.len);
    vec_free(&out);
    return text;
}

/* The ghosts of `decreases E`, before the loop and where its rounds begin: moment.h. */
static void add_measure(Annotations *a, const AnnotatedFile *file, Edits *edits, const Note *note,
                        uint32_t n)
{
    Text out = {0};
    add_edit(edits, note->loop,
             arena_print(&a->arena,
                         "; _Bool " ANNOTATE_GHOST "first_%u = 1, " ANNOTATE_GHOST
                         "decreases_%u = 1; long long " ANNOTATE_GHOST "last_%u = 0;",
                         n, n, n));
    text_add(&out, "; extern void " ANNOTATE_GHOST "(_Bool);");
    text_add(&out, lock_functions);
    text_add(&out, lock_macros);
    text_format(&out,
                ANNOTATE_GHOST "(1); " ANNOTATE_GHOST "decreases_%u = " ANNOTATE_GHOST
                               "decreases_%u && (" ANNOTATE_GHOST
                               "first_%u || (0 <= " ANNOTATE_GHOST "last_%u && (long long)(",
                n, n, n, n);
    rewrite_expression(a, &out, file, note);
    text_format(&out, ") < " ANNOTATE_GHOST "last_%u)); " ANNOTATE_GHOST "last_%u = (long long)(",
                n, n);
    rewrite_expression(a, &out, file, note);
    text_format(&out, "); " ANNOTATE_GHOST "first_%u = 0; " ANNOTATE_GHOST "(0);", n);
    add_edit(edits, note->round, arena_copy(&a->arena, out.at, out.len));
    vec_free(&out);
}

/* A ghost: a variable that clang knows by another name, so that the program cannot use it; what
 * every file has is one variable. */
static const char *ghost_text(Annotations *a, const AnnotatedFile *file, const Note *note,
                              uint32_t number)
{
    const Ghost *ghost = &note->ghost;
    bool predicate = note->word != NOTE_GHOST;
    Text out = {0};
    if (predicate)
        text_format(&out, "#define __heddle_at_%u\n", number);
    if (ghost->assigns) {
        text_add(&out, "{ extern void " ANNOTATE_GHOST "(_Bool);");
        text_add(&out, lock_functions);
        text_add(&out, lock_macros);
        text_add(&out, ANNOTATE_GHOST "(1);");
        rewrite_span(a, &out, file, note, ghost->name);
    } else {
        const char *text = file->scan.text;
        if (!ghost->local && !ghost->member)
            text_add(&out, "__attribute__((weak, used)) ");
        text_place(&out, cursor_at(text, ghost->type.begin).pos);
        text_put(&out, text + ghost->type.begin, ghost->type.end - ghost->type.begin);
        text_format(&out, ANNOTATE_GHOST "%s", ghost->plain);
        if (predicate)
            text_format(&out, " __attribute__((btf_decl_tag(\"" ANNOTATE_TAG "%u\")))", number);
    }
    if (ghost->value.end > ghost->value.begin) {
        text_add(&out, " = (");
        rewrite_span(a, &out, file, note, ghost->value);
        text_add(&out, ")");
    }
    text_add(&out, ghost->assigns ? "; " ANNOTATE_GHOST "(0); }" : ";");
    const char *text = arena_copy(&a->arena, out.at, out.len);
    vec_free(&out);
    return text;
}

/* A ghost is given the value that an expression has here, for the invariant of a loop: moment.h. */
static const char *moment_text(Annotations *a, const AnnotatedFile *file, const Note *note,
                               const Moment *moment)
{
    Text out = {0};
    Note part = *note;
    part.expression = moment->value.begin;
    part.expression_end = moment->value.end;
    text_add(&out, "; extern void " ANNOTATE_GHOST "(_Bool);");
    text_add(&out, lock_functions);
    text_add(&out, lock_macros);
    text_add(&out, "__typeof__((void)0, (");
    rewrite_expression(a, &out, file, &part);
    text_format(&out, ")) " ANNOTATE_GHOST "%s; " ANNOTATE_GHOST "(1); " ANNOTATE_GHOST "%s = (",
                moment->name, moment->name);
    rewrite_expression(a, &out, file, &part);
    text_add(&out, "); " ANNOTATE_GHOST "(0);");
    const char *text = arena_copy(&a->arena, out.at, out.len);
    vec_free(&out);
    return text;
}

static void add_ghost(Annotations *a, const AnnotatedFile *file, Edits *edits, const Note *note,
                      uint32_t number)
{
    if (note->ghost.assigns && !rewrite_is_ghost(a, note->ghost.plain))
        diag_error(a->diag, note->pos, "`%s` is no ghost: ghost assignments change ghosts only",
                   note->ghost.plain);
    add_edit(edits, note->behind, ghost_text(a, file, note, number));
    if (note->word != NOTE_GHOST)
        add_edit(edits, note->behind, note_mark(a, file, note, number));
}

static void add_tag(Annotations *a, const AnnotatedFile *file, Edits *edits, const Note *note,
                    uint32_t number)
{
    NotePlace place = note_info[note->word].place;
    add_edit(edits, note->target,
             arena_print(&a->arena,
                         "#define __heddle_at_%u\n__attribute__((%sbtf_decl_tag(\"" ANNOTATE_TAG
                         "%u\")))",
                         number, place == PLACE_CONTRACT ? "used, " : "", number));
    if (place != PLACE_FUNCTION)
        add_edit(edits, note->behind, note_mark(a, file, note, number));
}

static void find_edits(Annotations *a, const AnnotatedFile *file, Edits *edits)
{
    for (uint32_t k = 0; k < file->scan.notes.len; k++) {
        const Note *note = &file->scan.notes.at[k];
        uint32_t number = file->first + k, owner = 0;
        NotePlace place = note_info[note->word].place;
        vec_each (Moment, moment, &note->moments)
            add_edit(edits, moment->place, moment_text(a, file, note, moment));
        if (note->word == NOTE_DECREASES)
            add_measure(a, file, edits, note, number);
        if (note->ghost.is)
            add_ghost(a, file, edits, note, number);
        else if (note->outside)
            add_edit(edits, note->behind, note_mark(a, file, note, number));
        else if (place == PLACE_CODE)
            add_edit(edits, note->behind, code_text(a, file, note, number));
        else
            add_tag(a, file, edits, note, number);
        const ScanStruct *s = rewrite_owner(&file->scan, note, &owner);
        const char *tag = arena_print(&a->arena, ANNOTATE_STRUCT "%d_%u", file->source, owner);
        bool known = !s || s->tag;
        vec_each (Edit, edit, edits)
            known = known || strcmp(edit->text, tag) == 0;
        if (!known)
            add_edit(edits, s->brace, tag);
    }
}

static void put_file(Annotations *a, Text *out, const AnnotatedFile *file)
{
    const Source *source = &a->sources->files.at[file->source];
    Edits edits = {0};
    Cursor cursor = cursor_at(source->text, 0);
    find_edits(a, file, &edits);
    vec_each (Edit, edit, &edits) {
        text_put(out, source->text + cursor.at, edit->at - cursor.at);
        text_format(out, "\n%s", edit->text);
        text_place(out, cursor_go(&cursor, edit->at));
    }
    text_put(out, source->text + cursor.at, source->len - cursor.at);
    vec_free(&edits);
}

/* `struct tag *this` */
static void put_this(Text *out, const AnnotatedFile *file, const ScanStruct *s, uint32_t owner)
{
    if (s->tag)
        text_format(out, "%s %s *this", s->keyword, s->tag);
    else
        text_format(out, "%s " ANNOTATE_STRUCT "%d_%u *this", s->keyword, file->source, owner);
}

/* The function of an invariant of the file, or of all objects of a struct. */
static void put_invariant(Annotations *a, Text *out, uint32_t number)
{
    const AnnotatedFile *file = file_of(a, number);
    const Note *note = a->notes.at[number];
    uint32_t owner = 0;
    const ScanStruct *s = rewrite_owner(&file->scan, note, &owner);
    text_format(out, "\n#ifdef __heddle_on_%u", number);
    rewrite_macros(out, file, note, "pop");
    text_place_in(out, a->sources->files.at[file->source].name, note->pos);
    text_format(out, "__attribute__((used)) static _Bool " ANNOTATE_FUNCTION "%u(void)\n{ return (",
                number);
    if (s) {
        rewrite_each(out, note->behind, true);
        put_this(out, file, s, owner);
        text_add(out, " = __heddle_bound_object(); __heddle_holds_always((");
    }
    rewrite_expression(a, out, file, note);
    if (s) {
        text_add(out, ") ? 1 : 0); }");
        rewrite_each(out, note->behind, false);
    }
    text_add(out, ") ? 1 : 0; }\n#endif\n");
}

/* The function of an annotation. */
static void put_function(Annotations *a, Text *out, uint32_t number)
{
    const AnnotatedFile *file = file_of(a, number);
    const Note *note = a->notes.at[number];
    const char *name = a->sources->files.at[file->source].name;
    uint32_t owner = 0;
    const ScanStruct *s = rewrite_owner(&file->scan, note, &owner);
    text_format(out, "\n#ifdef __heddle_on_%u\n#ifndef __heddle_at_%u", number, number);
    text_place_in(out, name, note->pos);
    text_add(out, "#error this belongs to no variable\n#endif");
    rewrite_macros(out, file, note, "pop");
    text_place_in(out, name, note->pos);
    text_format(out, "__attribute__((used)) static _Bool " ANNOTATE_FUNCTION "%u(", number);
    if (!s)
        text_add(out, "void *__heddle_object");
    else
        put_this(out, file, s, owner);
    text_format(out, ", long long %s)\n{ return (", note->index ? note->index : "__heddle_index");
    rewrite_expression(a, out, file, note);
    text_add(out, ") ? 1 : 0; }\n#endif\n");
}

/* The parameters of an annotated function; *names becomes its name with them as arguments. */
static const char *parameters(Annotations *a, const AnnotatedFile *file, const Note *note,
                              const char **call)
{
    const Source *source = &a->sources->files.at[file->source];
    const char *text = source->text;
    CToken name, params;
    *call = "";
    if (!scan_function(text, note->target, source->len, &name, &params))
        return NULL;
    Text out = {0};
    text_format(&out, "%.*s(", (int)(name.end - name.begin), text + name.begin);
    CToken last = {TOKEN_END, 0, 0};
    int depth = 0, count = 0;
    bool ended = false;
    for (CToken t = scan_token(text, params.begin, params.end);;
         t = scan_token(text, t.end, params.end)) {
        bool end = t.kind == TOKEN_END || (!depth && text[t.begin] == ',');
        if (end && last.kind == TOKEN_NAME && !rewrite_is(text, last, "void"))
            text_format(&out, "%s%.*s", count++ ? ", " : "", (int)(last.end - last.begin),
                        text + last.begin);
        if (t.kind == TOKEN_END)
            break;
        depth += strchr("([", text[t.begin]) ? 1 : strchr(")]", text[t.begin]) ? -1 : 0;
        ended = !end && (ended || text[t.begin] == '[');
        if (end)
            last.kind = TOKEN_END;
        else if (t.kind == TOKEN_NAME && !ended)
            last = t;
    }
    text_add(&out, ")");
    *call = arena_copy(&a->arena, out.at, out.len);
    vec_free(&out);
    bool none = !count && params.end - params.begin < 8;
    return none ? "" : arena_copy(&a->arena, text + params.begin, params.end - params.begin);
}

static bool names_result(const char *text, const NotePiece *piece)
{
    for (CToken t = scan_token(text, piece->begin, piece->end); t.kind != TOKEN_END;
         t = scan_token(text, t.end, piece->end))
        if (text[t.begin] == '\\' &&
            rewrite_is(text, scan_token(text, t.end, piece->end), "result"))
            return true;
    return false;
}

/* What an action modifies is a scalar or a lock, which is a union. */
static void put_place_check(Annotations *a, Text *out, const AnnotatedFile *file, const Note *part)
{
    text_add(out, "_Static_assert(");
    text_place_in(out, a->sources->files.at[file->source].name,
                  cursor_at(a->sources->files.at[file->source].text, part->expression).pos);
    text_add(out, "__heddle_is_scalar(");
    rewrite_expression(a, out, file, part);
    text_add(out, "), \"an action modifies scalars: name the members, or the elements\"); ");
}

/* The functions of the clauses of a contract. */
static void put_contract(Annotations *a, Text *out, uint32_t number)
{
    const AnnotatedFile *file = file_of(a, number);
    const Note *note = a->notes.at[number];
    const Source *source = &a->sources->files.at[file->source];
    const char *call, *params = parameters(a, file, note, &call);
    text_format(out, "\n#ifdef __heddle_on_%u", number);
    if (!params) {
        text_place_in(out, source->name, note->pos);
        text_add(out, "#error this belongs to no function");
    }
    rewrite_macros(out, file, note, "pop");
    for (uint32_t k = 0; k < note->pieces.len && params; k++) {
        const NotePiece *piece = &note->pieces.at[k];
        bool result = names_result(source->text, piece), place = piece->kind == PIECE_PLACE;
        Note part = *note;
        part.expression = piece->begin;
        part.expression_end = piece->end;
        text_place_in(out, source->name, piece->pos);
        text_format(out, "__attribute__((used)) static %s" ANNOTATE_FUNCTION "%u_%u(%s%s",
                    place ? "void *" : "_Bool ", number, k, params, result && *params ? ", " : "");
        if (result) {
            text_format(out, "__typeof__(%s)", call);
            text_place_in(out, source->name, piece->pos);
            text_add(out, " __heddle_result");
        } else if (!*params)
            text_add(out, "void");
        text_add(out, place ? ")\n{ " : ")\n{ return (");
        if (place)
            put_place_check(a, out, file, &part);
        text_add(out, place ? "return (void *)" : "");
        if (place) {
            text_place_in(out, source->name, piece->pos);
            text_add(out, "&(");
        }
        rewrite_expression(a, out, file, &part);
        text_add(out, place ? "); }\n" : ") ? 1 : 0; }\n");
    }
    text_add(out, "\n#endif\n");
}

/* Before the functions.  What is said of a lock is made of its type, which debug information of
 * the variable tells. */
static const char before_functions[] =
    "\n#pragma clang diagnostic ignored \"-Weverything\"\n"
    "#pragma clang diagnostic error \"-Wint-conversion\"\n"
    "#pragma clang diagnostic error \"-Wpointer-integer-compare\"\n"
    "#pragma clang diagnostic error \"-Wcompare-distinct-pointer-types\"\n"
    "#pragma clang diagnostic error \"-Wincompatible-pointer-types\"\n"
    "#pragma clang diagnostic error \"-Wimplicit-function-declaration\"\n"
    "#undef this\n"
    "unsigned __heddle_tid(void);\n"
    "_Bool __heddle_lock_held(const volatile void *);\n"
    "_Bool __heddle_lock_read(const volatile void *);\n"
    "_Bool __heddle_lock_free(const volatile void *);\n"
    "void __heddle_holds_always(_Bool);\n"
    "_Bool __heddle_quantifier(unsigned long);\n"
    "_Bool __heddle_quantified(unsigned long, long long, long long);\n"
    "_Bool __heddle_each(unsigned long);\n"
    "void *__heddle_bound_object(void);\n"
    "int __heddle_bound_s32(void);\n"
    "unsigned __heddle_bound_u32(void);\n"
    "long long __heddle_bound_s64(void);\n"
    "unsigned long long __heddle_bound_u64(void);\n"
    "void __heddle_old_begin(void);\n"
    "void __heddle_old_end(void);\n"
    "#define __heddle_old(...) (__extension__({ __heddle_old_begin(); __typeof__((void)0, "
    "(__VA_ARGS__)) "
    "__heddle_value = (__VA_ARGS__); __heddle_old_end(); __heddle_value; }))\n"
    "#define __heddle_is_scalar(...) (__builtin_classify_type(__VA_ARGS__) != 12 && "
    "(__builtin_classify_type(__VA_ARGS__) != 5 || "
    "__builtin_types_compatible_p(__typeof__(__VA_ARGS__), __typeof__((void)0, (__VA_ARGS__))) || "
    "__builtin_types_compatible_p(__typeof__(__VA_ARGS__), "
    "_Atomic __typeof__((void)0, (__VA_ARGS__)))))\n"
    "#undef holds\n"
    "#undef reads\n"
    "#undef unlocked\n"
    "#define unlocked(...) __heddle_unlocked_lock(__VA_ARGS__)\n"
    "#define holds(...) __heddle_holds_lock(__VA_ARGS__)\n"
    "#define reads(...) __heddle_reads_lock(__VA_ARGS__)\n";

/* ---- the overlay ---- */

static bool write_text(Annotations *a, const char *name, Text *text)
{
    FILE *out = fopen(name, "wb");
    bool written = out && fwrite(text->at, 1, text->len, out) == text->len;
    if (out && fclose(out) != 0)
        written = false;
    if (!written)
        diag_error(a->diag, (Pos){0}, "cannot write %s: %s", name, strerror(errno));
    return written;
}

static void put_entry(Text *out, const char *name, const char *copy)
{
    if (vec_last(out) == '}')
        text_add(out, ",\n");
    text_add(out, "{\"type\": \"file\", \"name\": ");
    text_quoted(out, name);
    text_add(out, ", \"external-contents\": ");
    text_quoted(out, copy);
    text_add(out, "}");
}

/* A file may have two absolute names: the shell's folder can be a link. */
static void put_entries(Annotations *a, Text *out, const char *name, const char *copy)
{
    char *here = getcwd(NULL, 0);
    const char *shell = getenv("PWD");
    if (*name == '/')
        put_entry(out, name, copy);
    else if (here)
        put_entry(out, arena_print(&a->arena, "%s/%s", here, name), copy);
    if (*name != '/' && here && shell && *shell == '/' && strcmp(here, shell) != 0)
        put_entry(out, arena_print(&a->arena, "%s/%s", shell, name), copy);
    free(here);
}

/* By annotations, or by --set. */
static bool is_rewritten(const Annotations *a, const AnnotatedFile *file)
{
    return file->scan.notes.len ||
           (file->source >= 0 && a->sources->files.at[file->source].changed);
}

/* Headers are written once, and the given file with the functions of all annotations it sees. */
static bool write_copies(Annotations *a, const Order *order, uint32_t main_file, const char *copy)
{
    Text text = {0};
    put_file(a, &text, &a->files.at[main_file]);
    text_add(&text, before_functions);
    text_add(&text, lock_macros);
    for (size_t k = order->notes.len; k-- > 0;) {
        NotePlace place = note_info[a->notes.at[order->notes.at[k]]->word].place;
        if (a->notes.at[order->notes.at[k]]->outside)
            put_invariant(a, &text, order->notes.at[k]);
        else if (place == PLACE_DECLARATION)
            put_function(a, &text, order->notes.at[k]);
        else if (place == PLACE_CONTRACT)
            put_contract(a, &text, order->notes.at[k]);
    }
    bool written = write_text(a, copy, &text);
    vec_each (uint32_t, number, &order->files) {
        AnnotatedFile *file = &a->files.at[*number];
        if (*number == main_file || file->copy || !is_rewritten(a, file))
            continue;
        file->copy = arena_print(&a->arena, "%s/header-%u", a->folder, *number);
        text.len = 0;
        put_file(a, &text, file);
        written = write_text(a, file->copy, &text) && written;
    }
    vec_free(&text);
    return written;
}

static const char *write_overlay(Annotations *a, const Order *order, uint32_t main_file)
{
    Text text = {0};
    const char *name = arena_print(&a->arena, "%s/overlay", a->folder);
    const char *copy = arena_print(&a->arena, "%s/annotated.c", a->folder);
    if (!write_copies(a, order, main_file, copy))
        return NULL;
    text_add(&text, "{\"version\": 0, \"case-sensitive\": true, \"use-external-names\": false,\n"
                    "\"roots\": [");
    put_entries(a, &text, a->files.at[main_file].name, copy);
    vec_each (uint32_t, number, &order->files)
        if (*number != main_file && a->files.at[*number].copy)
            put_entries(a, &text, a->files.at[*number].name, a->files.at[*number].copy);
    text_add(&text, "]}\n");
    bool written = write_text(a, name, &text);
    vec_free(&text);
    return written ? name : NULL;
}

const char *annotate_file(Annotations *a, int source)
{
    Order order = {.a = a};
    bool writes = false;
    a->unit = (size_t)source;
    uint32_t number = add_file(a, source, a->sources->files.at[source].name);
    visit(&order, number);
    vec_each (uint32_t, k, &order.files)
        writes |= *k != number && is_rewritten(a, &a->files.at[*k]);
    const char *overlay = writes || order.notes.len ? write_overlay(a, &order, number) : NULL;
    vec_free(&order.files);
    vec_free(&order.notes);
    return overlay;
}

void c_read_headers(Sources *sources, const COptions *options, size_t files)
{
    Diag unused = {.sources = sources};
    Annotations a = {.sources = sources, .options = options, .diag = &unused};
    for (a.unit = 0; a.unit < files; a.unit++) {
        Order order = {.a = &a};
        visit(&order, add_file(&a, (int)a.unit, sources->files.at[a.unit].name));
        vec_free(&order.files);
        vec_free(&order.notes);
    }
    annotate_free(&a);
    diag_free(&unused);
}

void annotate_clean(Annotations *a)
{
    vec_each (AnnotatedFile, file, &a->files)
        if (file->copy)
            unlink(file->copy);
    unlink(arena_print(&a->arena, "%s/overlay", a->folder));
    unlink(arena_print(&a->arena, "%s/annotated.c", a->folder));
}

void annotate_free(Annotations *a)
{
    vec_each (AnnotatedFile, file, &a->files)
        scan_free(&file->scan);
    vec_free(&a->files);
    vec_free(&a->notes);
    arena_free(&a->arena);
}

/* ---- messages of clang ---- */

/* The annotation at this line of a file. */
static const Note *note_at(const Annotations *a, const char *name, size_t len, unsigned line)
{
    vec_each (const Note *, note, &a->notes) {
        const char *file = a->sources->files.at[(*note)->pos.file].name;
        if (strlen(file) == len && memcmp(file, name, len) == 0 && (*note)->pos.line <= line &&
            line <= (*note)->last_line)
            return *note;
    }
    return NULL;
}

/* In Zing a lock is compared with `tid`. */
static const char *advice(const char *text, const char *end)
{
    static const char *const locks[] = {"'pthread_mutex_t'", "'mtx_t'", "'pthread_rwlock_t'"};
    for (size_t k = 0; k < sizeof locks / sizeof *locks; k++)
        if (memmem(text, (size_t)(end - text), locks[k], strlen(locks[k])))
            return "; a lock that the thread has is written holds(LOCK)";
    return "";
}

/* `FILE:LINE:COLUMN: error: TEXT` */
static bool explain_line(Annotations *a, const char *line, const char *end)
{
    static const char mark[] = ": error: ";
    const char *text = memmem(line, (size_t)(end - line), mark, sizeof mark - 1);
    const char *colon = text;
    for (int k = 0; k < 2 && colon; k++)
        colon = memrchr(line, ':', (size_t)(colon - line));
    unsigned row, column;
    if (!colon || sscanf(colon, ":%u:%u:", &row, &column) != 2)
        return false;
    const Note *note = note_at(a, line, (size_t)(colon - line), row);
    if (!note)
        return false;
    text += sizeof mark - 1;
    const char *behind = memmem(text, (size_t)(end - text), "': ", 3);
    if (behind && strncmp(text, "static assertion failed", 23) == 0)
        text = behind + 3;
    bool ours = strncmp(text, "this belongs", 12) == 0;
    Pos pos = ours ? note->pos : (Pos){row, (uint16_t)column, note->pos.file};
    diag_error(a->diag, pos, "%.*s%s", (int)(end - text), text, advice(text, end));
    return true;
}

bool annotate_explain(Annotations *a, const char *messages)
{
    bool found = false;
    while (*messages) {
        const char *end = strchrnul(messages, '\n');
        found |= explain_line(a, messages, end);
        messages = *end ? end + 1 : end;
    }
    return found;
}

const char *annotate_plain_name(const char *name)
{
    size_t len = sizeof ANNOTATE_GHOST - 1;
    return strncmp(name, ANNOTATE_GHOST, len) == 0 ? name + len : name;
}
