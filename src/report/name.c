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

void report_name_values(Job *job)
{
    if (!job->program || !program_is_raw(job->program))
        return;
    vec_each (Bug, bug, &job->bugs)
        vec_each (TraceStep, step, &bug->steps)
            name_step(job, step);
}
