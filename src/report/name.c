/* name.c -- memory by the name that the program has for it there.
 *
 * The machine knows `Node#3.next`; the statement `q->head->next = n;` says what it is for the one
 * who reads.  Its left-hand side is taken as the name if the statement assigns once, to a member,
 * and the action changed one member of that name: then it can be no other. */
#include "report/report.h"

#include <ctype.h>
#include <string.h>

/* The characters of `q->head->next`. */
static size_t path_length(const char *text)
{
    size_t len = 0;
    while (isalnum((unsigned char)text[len]) || text[len] == '_' || text[len] == '.' ||
           (text[len] == '-' && text[len + 1] == '>') ||
           (text[len] == '>' && len && text[len - 1] == '-'))
        len++;
    return len;
}

/* What stands behind the left-hand side of an assignment, `++` or `--`; NULL: it is none. */
static const char *behind_operator(const char *at)
{
    at += strspn(at, " ");
    if (strncmp(at, "++", 2) == 0 || strncmp(at, "--", 2) == 0)
        return at + 2;
    if (strncmp(at, "<<=", 3) == 0 || strncmp(at, ">>=", 3) == 0)
        return at + 3;
    at += *at && strchr("+-*/%&|^", *at);
    return *at == '=' && at[1] != '=' ? at + 1 : NULL;
}

/* Nothing more is assigned there. */
static bool is_plain(const char *right)
{
    for (const char *at = right; *at; at++)
        if (*at == ',' || strncmp(at, "++", 2) == 0 || strncmp(at, "--", 2) == 0 ||
            (*at == '=' && at[1] != '=' && !strchr("=!<>", at[-1])))
            return false;
    return true;
}

/* The left-hand side with `->` of a statement that does nothing but assign to it, or NULL. */
static const char *assigned_path(const char *statement, Arena *arena)
{
    size_t len = path_length(statement);
    const char *right = behind_operator(statement + len);
    if (!right || !is_plain(right))
        return NULL;
    const char *path = arena_copy(arena, statement, len);
    return strstr(path, "->") ? path : NULL;
}

static const char *last_member(const char *name)
{
    const char *dot = strrchr(name, '.'), *arrow = strrchr(name, '>');
    const char *last = !dot || (arrow && arrow > dot) ? arrow : dot;
    return last ? last + 1 : "";
}

static void name_step(Job *job, TraceStep *step)
{
    TraceValue *found = NULL;
    const char *path =
        assigned_path(report_statement(job->sources, step->pos, &job->arena), &job->arena);
    if (!path)
        return;
    vec_each (TraceValue, value, &step->values)
        if (strchr(value->name, '#') && strcmp(last_member(value->name), last_member(path)) == 0) {
            if (found)
                return;
            found = value;
        }
    if (found)
        found->name = path;
}

/* ---- which member was meant ---- */

/* The statement with `.` for `->`, and without blanks. */
static const char *normal(const char *statement, Arena *arena)
{
    char *out = arena_copy(arena, statement, strlen(statement)), *to = out;
    for (const char *at = statement; *at; at++) {
        if (strncmp(at, "->", 2) == 0) {
            *to++ = '.';
            at++;
        } else if (!isspace((unsigned char)*at)) {
            *to++ = *at;
        }
    }
    *to = '\0';
    return out;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Does the statement have it, and no longer name instead? */
static bool mentions(const char *statement, const char *path, size_t len)
{
    for (const char *at = strchr(statement, *path); at; at = strchr(at + 1, *path))
        if (strncmp(at, path, len) == 0 && !is_word(at[len]) &&
            (*path == '.' || at == statement || !is_word(at[-1])))
            return true;
    return false;
}

/* How much of the end of `u.a.kind` the statement has. */
static size_t mentioned(const char *statement, const char *name)
{
    size_t len = strlen(name), most = 0;
    while (len && name[len - 1] == ']')
        while (len && name[--len] != '[')
            continue;
    for (const char *at = name + len; at-- > name;)
        if (*at == '.' && mentions(statement, at, (size_t)(name + len - at)))
            most = (size_t)(name + len - at);
    return most;
}

/* Of the values of a group those stay that the statement names best. */
static void choose_meant(Job *job, TraceStep *step)
{
    size_t kept = 0;
    const char *text = NULL;
    for (size_t k = 0, end; k < step->values.len; k = end) { /* those of a group are neighbours */
        const TraceValue *first = &step->values.at[k];
        uint64_t group = first->group;
        size_t best = 0;
        for (end = k + 1; group && end < step->values.len && first[end - k].group == group;)
            end++;
        if (group && !text)
            text = normal(report_statement(job->sources, step->pos, &job->arena), &job->arena);
        for (size_t n = k; n < end && group; n++) {
            size_t much = mentioned(text, step->values.at[n].name);
            best = much > best ? much : best;
        }
        for (size_t n = k; n < end; n++)
            if (!group || mentioned(text, step->values.at[n].name) >= best)
                step->values.at[kept++] = step->values.at[n];
    }
    step->values.len = kept;
}

void report_name_values(Job *job)
{
    if (!job->program || !program_is_raw(job->program))
        return;
    vec_each (Bug, bug, &job->bugs)
        vec_each (TraceStep, step, &bug->steps) {
            choose_meant(job, step);
            name_step(job, step);
        }
}

const char *report_region(const char *region, Arena *arena)
{
    static const char *const types[] = {"unsigned", "signed", "char",  "short", "int",
                                        "long",     "_Bool",  "float", "double"};
    size_t len = strcspn(region, " [.");
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (strlen(types[k]) == len && strncmp(region, types[k], len) == 0 &&
            !strpbrk(region, "[."))
            return arena_print(arena, "*(%s *)", region);
    return region;
}
