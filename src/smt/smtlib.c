/* smtlib.c -- terms in SMT-LIB: every inner term gets a name (t17), so that a formula that shares
 * its parts is as long as the number of its parts. */
#include "smt/solver.h"

#include <inttypes.h>

static void put_variable(const Terms *terms, Term term, FILE *out)
{
    fprintf(out, "|%s|", term_name(terms, term));
}

void smtlib_name(const Terms *terms, Term term, FILE *out)
{
    Node node = term_node(terms, term);
    if (node.op == TERM_TRUE || node.op == TERM_FALSE)
        fputs(term_info[node.op].text, out);
    else if (node.op == TERM_NUMBER && node.sort.base == SORT_VECTOR)
        fprintf(out, "(_ bv%" PRIu64 " %u)",
                (uint64_t)node.value << (64 - node.sort.width) >> (64 - node.sort.width),
                node.sort.width);
    else if (node.op == TERM_NUMBER && node.value < 0)
        fprintf(out, "(- %" PRIu64 ")", -(uint64_t)node.value);
    else if (node.op == TERM_NUMBER)
        fprintf(out, "%" PRId64, node.value);
    else if (node.op == TERM_VARIABLE)
        put_variable(terms, term, out);
    else
        fprintf(out, "t%" PRIu32, term.ix);
}

/* The operator; those that make a vector of another width name it. */
static void put_operator(const Terms *terms, const Node *node, FILE *out)
{
    const char *text = term_info[node->op].text;
    if (node->op == TERM_LOW)
        fprintf(out, "(_ %s %u 0)", text, node->sort.width - 1u);
    else if (node->op == TERM_SIGN || node->op == TERM_ZERO)
        fprintf(out, "(_ %s %u)", text,
                (unsigned)(node->sort.width - term_sort(terms, node->arg[0]).width));
    else
        fputs(text, out);
}

/* A quantifier cannot use names for what is below it: the variable is bound there. */
static void put_whole(const Terms *terms, Term term, FILE *out)
{
    Node node = term_node(terms, term);
    if (!term_info[node.op].arity) {
        smtlib_name(terms, term, out);
        return;
    }
    fputc('(', out);
    put_operator(terms, &node, out);
    fputc(' ', out);
    if (node.op == TERM_FORALL) {
        char sort[SORT_TEXT];
        fputs("((", out);
        put_variable(terms, node.arg[0], out);
        fprintf(out, " %s)) ", sort_text(term_sort(terms, node.arg[0]), sort));
        put_whole(terms, node.arg[1], out);
    } else
        for (int i = 0; i < term_info[node.op].arity; i++) {
            fputs(i ? " " : "", out);
            put_whole(terms, node.arg[i], out);
        }
    fputc(')', out);
}

static void define_one(const Terms *terms, Term term, FILE *out)
{
    Node node = term_node(terms, term);
    char sort[SORT_TEXT];
    sort_text(node.sort, sort);
    if (node.op == TERM_VARIABLE) {
        fputs("(declare-fun ", out);
        put_variable(terms, term, out);
        fprintf(out, " () %s)\n", sort);
        return;
    }
    if (!term_info[node.op].arity)
        return;
    fprintf(out, "(define-fun t%" PRIu32 " () %s ", term.ix, sort);
    if (node.op == TERM_FORALL)
        put_whole(terms, term, out);
    else {
        fputc('(', out);
        put_operator(terms, &node, out);
        for (int i = 0; i < term_info[node.op].arity; i++) {
            fputc(' ', out);
            smtlib_name(terms, node.arg[i], out);
        }
        fputc(')', out);
    }
    fputs(")\n", out);
}

void smtlib_define(const Terms *terms, Term term, Written *written, FILE *out)
{
    TermList stack = {0};
    if (written->at.len <= terms_count(terms))
        vec_resize(&written->at, terms_count(terms) + 1);
    vec_push(&stack, term);
    while (stack.len) {
        Term top = vec_last(&stack);
        Node node = term_node(terms, top);
        bool ready = true;
        for (int i = 0; i < term_info[node.op].arity; i++)
            if (!written->at.at[node.arg[i].ix]) {
                vec_push(&stack, node.arg[i]);
                ready = false;
            }
        if (!ready)
            continue;
        if (!written->at.at[top.ix])
            define_one(terms, top, out);
        written->at.at[top.ix] = true;
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
}
