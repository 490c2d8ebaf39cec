/* annotate.c -- `heddle infer --prove`: annotations that prove shows to be true, in a copy of the file.
 *
 * Nothing is believed that was only guessed.  Annotations are written into a copy of the text, the copy is read and
 * proved, and they stay if every check that was proved is proved still, if none fails that did not, and if the
 * checks that they bring with them are proved:
 *
 *   who may touch what    from the guards that prove itself infers
 *   performs              a method is one action that changes what its text writes; then one sentence at a time is
 *                         added for all methods at once, and stays where it is proved (guess.c)
 *   invariants of loops   what prove has found, if it can be written
 *
 * What is printed is what the last copy has, and that copy was proved. */
#include "command/annotate.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "command/guess.h"
#include "command/scan.h"
#include "engine/prove/prove.h"
#include "ir/verify.h"

enum { MOST_TRIALS = 150, MOST_LOOPS = 24 };

typedef struct Note {
    size_t at;         /* where it stands */
    const char *about; /* region, method or loop */
    const char *text;  /* without the signs of the comment; NULL: it is not there */
    bool before;       /* it stands before what is there, else behind it */
    Guess guess;       /* of a method */
    const char *said;  /* ... the clauses that are proved */
    bool performs;
} Note;

/* What a copy gives. */
typedef struct Trial {
    bool read; /* it is a program */
    VEC(MethodCheck) checks;
    VEC(Discipline) disciplines; /* inferred */
    VEC(uint32_t) wrong;         /* lines with errors */
    const char *lock_order;
} Trial;

typedef struct Annotator {
    Session *s;
    Source source;
    Language language;
    Scan scan;
    Arena *arena;
    VEC(Note) notes;
    Trial base;
    int trials;
} Annotator;

/* ---- the copy ---- */

static const char *compose(const Annotator *a)
{
    VEC(char) text = {0};
    for (size_t at = 0; at <= a->source.len; at++) {
        vec_each (Note, note, &a->notes)
            if (note->text && note->at == at) {
                const char *form = note->before ? "/*@ %s */ " : " /*@ %s */";
                for (const char *c = arena_print(a->arena, form, note->text); *c; c++)
                    vec_push(&text, *c);
            }
        if (at < a->source.len)
            vec_push(&text, a->source.text[at]);
    }
    const char *copy = arena_copy(a->arena, text.at, text.len);
    vec_free(&text);
    return copy;
}

static void trial_free(Trial *t)
{
    vec_free(&t->checks);
    vec_free(&t->disciplines);
    vec_free(&t->wrong);
}

static void collect(Annotator *a, const Job *job, Trial *t)
{
    Arena *arena = a->arena;
    vec_each (MethodCheck, check, &job->checks) {
        MethodCheck copy = {.proc = arena_print(arena, "%s", check->proc),
                            .check = arena_print(arena, "%s", check->check),
                            .message = arena_print(arena, "%s", check->message),
                            .result = check->result,
                            .where = check->where};
        const char **texts = arena_array(arena, const char *, check->inferred.len + 1);
        for (size_t k = 0; k < check->inferred.len; k++)
            texts[k] = arena_print(arena, "%s", check->inferred.at[k]);
        copy.inferred.at = texts; /* in the arena */
        copy.inferred.len = check->inferred.len;
        vec_push(&t->checks, copy);
    }
    vec_each (Discipline, d, &job->disciplines)
        if (strcmp(d->rule, "inferred") == 0)
            vec_push(&t->disciplines, ((Discipline){arena_print(arena, "%s", d->region), "proved",
                                                    arena_print(arena, "%s", d->annotation), ""}));
    t->lock_order = job->lock_order ? arena_print(arena, "%s", job->lock_order) : NULL;
}

/* Reads and proves the copy, with nothing on standard error. */
static Trial try_copy(Annotator *a)
{
    Session copy = *a->s;
    Trial t = {0};
    uint32_t pc;
    char why[256];
    const char *text = compose(a);
    int file = 0;
    copy.sources = (Sources){0};
    copy.diag = (Diag){.sources = &copy.sources};
    copy.job = (Job){0};
    copy.program = NULL;
    copy.options.smt_log = "";
    source_add(&copy.sources, a->source.name, text, strlen(text));
    copy.sources.files.at[0].changed = true;
    a->trials++;
    t.read = copy.front->load(&copy, &file, 1) && ir_verify(copy.program, why, sizeof why, &pc) &&
             !session_begin_job(&copy, "prove", false) && !session_choose_memory(&copy, "prove") &&
             prove_run(&copy.job);
    if (t.read)
        collect(a, &copy.job, &t);
    vec_each (Message, message, &copy.diag.messages)
        if (message->severity == ERROR)
            vec_push(&t.wrong, message->pos.line);
    job_free(&copy.job);
    if (copy.program)
        program_free(copy.program);
    diag_free(&copy.diag);
    source_free(&copy.sources);
    return t;
}

static const MethodCheck *find_check(const Trial *t, const char *proc, const char *check)
{
    vec_each (MethodCheck, one, &t->checks)
        if (strcmp(one->proc, proc) == 0 && strcmp(one->check, check) == 0)
            return one;
    return NULL;
}

/* Is nothing worse than without the annotations, and is all proved that they bring? */
static bool is_good(const Annotator *a, const Trial *t)
{
    if (!t->read)
        return false;
    vec_each (MethodCheck, was, &a->base.checks) {
        const MethodCheck *is = find_check(t, was->proc, was->check);
        if (!is || (was->result == PROOF_PROVED && is->result != PROOF_PROVED) ||
            (was->result == PROOF_UNKNOWN && is->result == PROOF_FAILED))
            return false;
    }
    vec_each (MethodCheck, is, &t->checks)
        if (is->result != PROOF_PROVED && !find_check(&a->base, is->proc, is->check))
            return false;
    return true;
}

static bool works(Annotator *a)
{
    Trial t = try_copy(a);
    bool good = is_good(a, &t);
    trial_free(&t);
    return good;
}

static bool is_over(const Annotator *a)
{
    return a->trials >= MOST_TRIALS;
}

/* The notes from this one on are new: those that work stay. */
static void keep_what_works(Annotator *a, size_t from)
{
    if (from == a->notes.len || works(a))
        return;
    const char **texts = arena_array(a->arena, const char *, a->notes.len + 1);
    for (size_t k = from; k < a->notes.len; k++) {
        texts[k] = a->notes.at[k].text;
        a->notes.at[k].text = NULL;
    }
    for (size_t k = from; k < a->notes.len && !is_over(a); k++) {
        a->notes.at[k].text = texts[k];
        if (!works(a))
            a->notes.at[k].text = NULL;
    }
}

/* ---- who may touch what ---- */

/* In Zing without the name of the class that the region belongs to; `never written` in words of annotations. */
static const char *predicate_text(const Annotator *a, const Discipline *d)
{
    bool zing = a->language == LANGUAGE_ZING;
    size_t len = strcspn(d->region, ".[");
    if (strcmp(d->annotation, "never written") == 0)
        return zing ? "writable_if false" : "writable_if 0";
    if (!zing)
        return d->annotation;
    VEC(char) text = {0};
    for (const char *c = d->annotation; *c;) {
        bool begins = c == d->annotation || !(isalnum((unsigned char)c[-1]) || c[-1] == '_');
        if (begins && strncmp(c, d->region, len) == 0 && c[len] == '.')
            c += len + 1;
        else
            vec_push(&text, *c++);
    }
    const char *copy = arena_copy(a->arena, text.at, text.len);
    vec_free(&text);
    return copy;
}

static void add_predicates(Annotator *a)
{
    size_t from = a->notes.len, declared = 0;
    vec_each (Discipline, d, &a->base.disciplines) {
        size_t at = place_find(&a->scan, a->language, d->region, &declared);
        const char *text = predicate_text(a, d), *second = strstr(text, "; writable_if");
        if (at == SIZE_MAX)
            continue;
        Note note = {.at = at, .about = d->region, .text = text};
        if (second)
            note.text = arena_copy(a->arena, text, (size_t)(second - text));
        vec_push(&a->notes, note);
        note.text = second + 2;
        if (second)
            vec_push(&a->notes, note);
    }
    keep_what_works(a, from);
}

/* ---- performs ---- */

static void write_performs(Annotator *a, Note *note, const char *more)
{
    const char *both = *note->said && *more ? " && " : "";
    const char *clauses = *note->said || *more
                              ? arena_print(a->arena, "%s%s%s", note->said, both, more)
                              : note->guess.nothing;
    note->text = arena_print(a->arena, "performs action (%s) { %s }", note->guess.places, clauses);
}

static bool is_performed(const Trial *t, const Note *note)
{
    const MethodCheck *check = find_check(t, note->about, "performs");
    return check && check->result == PROOF_PROVED;
}

static uint32_t line_of(const Annotator *a, size_t at)
{
    uint32_t line = 1;
    for (size_t k = 0; k < at; k++)
        line += a->source.text[k] == '\n';
    return line;
}

/* Is an error in its line?  Annotations make no lines. */
static bool is_wrong(const Annotator *a, const Trial *t, const Note *note)
{
    vec_each (uint32_t, line, &t->wrong)
        if (*line == line_of(a, note->at))
            return true;
    return false;
}

/* What becomes of the sentence that a method was given.  False: it is taken back. */
static bool settle(Annotator *a, Note *note, size_t number, bool first, bool out)
{
    if (out && first)
        note->text = NULL;
    else if (out)
        write_performs(a, note, "");
    else if (!first)
        note->said = arena_print(a->arena, "%s%s%s", note->said, *note->said ? " && " : "",
                                 note->guess.clauses.at[number]);
    return !out;
}

/* Of each method the sentence with this number, besides those that are proved (`first`: none at all).  Where the copy
 * is no program those in the lines with errors are left out.  What is proved stays. */
static void add_clause(Annotator *a, size_t number, bool first)
{
    bool *tried = arena_array(a->arena, bool, a->notes.len + 1), read = false;
    vec_each (Note, note, &a->notes) {
        bool asks = note->performs && (first || (note->text && number < note->guess.clauses.len));
        tried[note - a->notes.at] = asks;
        if (asks)
            write_performs(a, note, first ? "" : note->guess.clauses.at[number]);
    }
    while (!read) {
        Trial t = try_copy(a);
        bool blind = is_over(a); /* it is not known where it is wrong */
        for (size_t n = 0, wrong = 0; n < a->notes.len && !t.read; n++) {
            wrong += tried[n] && is_wrong(a, &t, &a->notes.at[n]);
            blind = blind || (n + 1 == a->notes.len && !wrong);
        }
        for (size_t n = 0; n < a->notes.len; n++) {
            Note *note = &a->notes.at[n];
            bool out = t.read ? !is_performed(&t, note) : blind || is_wrong(a, &t, note);
            if (tried[n] && (t.read || out))
                tried[n] = settle(a, note, number, first, out);
        }
        read = t.read || blind;
        trial_free(&t);
    }
}

static bool has_spec(const Program *program, uint32_t proc)
{
    vec_each (Spec, spec, &program->specs)
        if (spec->proc == proc)
            return true;
    return false;
}

static bool begins_thread(const Program *program, uint32_t proc)
{
    vec_each (Thread, thread, &program->threads)
        if (thread->proc == proc)
            return true;
    vec_each (Instr, i, &program->code)
        if (i->op == OP_FORK && i->other == proc)
            return true;
    return false;
}

/* All methods that begin no thread and have no specification yet. */
static void add_performs(Annotator *a)
{
    const Program *program = a->s->program;
    size_t from = a->notes.len, most = 0;
    for (uint32_t k = 0; k < program->procs.len; k++) {
        const Proc *proc = &program->procs.at[k];
        Note note = {.about = proc->name, .said = "", .performs = true};
        if (proc->pure || proc->library || has_spec(program, k) || begins_thread(program, k) ||
            !guess_make(&note.guess, &a->scan, a->language, proc->name, a->arena))
            continue;
        note.at = note.guess.at;
        most = note.guess.clauses.len > most ? note.guess.clauses.len : most;
        vec_push(&a->notes, note);
    }
    add_clause(a, 0, true);
    for (size_t number = 0; number < most && !is_over(a); number++)
        add_clause(a, number, false);
    keep_what_works(a, from);
}

/* ---- loops ---- */

/* The `while` or `for` in the line; SIZE_MAX: none, or several. */
static size_t loop_in(const Annotator *a, uint32_t line)
{
    size_t found = SIZE_MAX;
    for (size_t k = 0; k < a->scan.all.len; k++) {
        bool loop = lexemes_is(&a->scan, k, "while") || lexemes_is(&a->scan, k, "for");
        if (!loop || line_of(a, a->scan.all.at[k].at) != line)
            continue;
        if (found != SIZE_MAX)
            return SIZE_MAX;
        found = a->scan.all.at[k].at;
    }
    return found;
}

static void add_invariants(Annotator *a)
{
    size_t from = a->notes.len;
    Trial t = try_copy(a);
    vec_each (MethodCheck, check, &t.checks) {
        if (strcmp(check->check, "access") != 0 || check->result != PROOF_PROVED)
            continue;
        vec_each (const char *, text, &check->inferred) {
            unsigned line;
            int end = 0;
            bool given = sscanf(*text, "line %u: %n", &line, &end) == 1 && end;
            size_t at = given ? loop_in(a, line) : SIZE_MAX;
            if (at == SIZE_MAX || a->notes.len - from >= MOST_LOOPS)
                continue;
            Note note = {.at = at,
                         .about = arena_print(a->arena, "%s, line %u", check->proc, line),
                         .text = arena_print(a->arena, "invariant %s", *text + end),
                         .before = true};
            vec_push(&a->notes, note);
        }
    }
    trial_free(&t);
    keep_what_works(a, from);
}

/* ---- all of it ---- */

static int refuse(Annotator *a)
{
    vec_each (MethodCheck, check, &a->base.checks)
        if (strcmp(check->check, "access") == 0 && check->result != PROOF_PROVED) {
            a->s->job.verdict = VERDICT_UNKNOWN;
            a->s->job.disciplines.len = 0;
            job_give_reason(&a->s->job,
                            (Reason){arena_print(&a->s->job.arena, "%s keeps to no predicates: %s",
                                                 check->proc, check->message),
                                     check->where, check->proc});
            return EXIT_OPEN;
        }
    return 0;
}

static int write_copy(Annotator *a)
{
    const char *name = a->s->options.output;
    FILE *out = *name ? fopen(name, "w") : NULL;
    if (*name && (!out || fputs(compose(a), out) < 0 || fclose(out) != 0))
        return session_complain(a->s, "cannot write %s: %s", name, strerror(errno));
    return 0;
}

/* What has no proof after all goes: the last copy is the one that counts. */
static void conclude(Annotator *a)
{
    Job *job = &a->s->job;
    Trial t = try_copy(a);
    if (!is_good(a, &t))
        vec_each (Note, note, &a->notes)
            note->text = NULL;
    job->disciplines.len = 0;
    vec_each (Note, note, &a->notes)
        if (note->text)
            vec_push(&job->disciplines,
                     ((Discipline){arena_print(&job->arena, "%s", note->about), "proved",
                                   arena_print(&job->arena, "/*@ %s */", note->text), ""}));
    job->lock_order = t.lock_order ? arena_print(&job->arena, "%s", t.lock_order) : NULL;
    job->verdict = VERDICT_SAFE;
    trial_free(&t);
}

int session_infer_proved(Session *s)
{
    Annotator a = {.s = s, .arena = &s->texts, .source = s->sources.files.at[0]};
    if (s->operands.len != 1)
        return session_complain(s, "infer --prove writes into one file, and there are several");
    if (s->front->is_c != program_is_c(s->program) || strstr(s->front->what, "bitcode") ||
        (!s->front->is_c && strcmp(s->front->extension, ".zing") != 0))
        return session_complain(s, "infer --prove is for C and Zing");
    a.language = s->front->is_c ? LANGUAGE_C : LANGUAGE_ZING;
    if (!prove_run(&s->job))
        return session_complain(s, "cannot write %s: %s", s->options.smt_log, strerror(errno));
    collect(&a, &s->job, &a.base);
    int status = refuse(&a);
    if (!status) {
        lexemes_begin(&a.scan, a.source.text, a.source.len, a.language);
        add_predicates(&a);
        add_performs(&a);
        add_invariants(&a);
        conclude(&a);
        status = write_copy(&a);
        lexemes_free(&a.scan);
        vec_each (Note, note, &a.notes)
            guess_free(&note->guess);
        vec_free(&a.notes);
    }
    trial_free(&a.base);
    return status;
}
