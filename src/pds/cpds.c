/* cpds.c -- see cpds.h. */
#include "pds/cpds.h"

void cpds_rules(const CpdsThread *thread, uint32_t shared, uint32_t symbol, PdsRules *out)
{
    size_t low = 0, high = thread->order.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const CpdsRule *rule = &thread->rules.at[thread->order.at[middle]];
        if (rule->from < shared || (rule->from == shared && rule->symbol < symbol))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < thread->order.len; low++) {
        const CpdsRule *rule = &thread->rules.at[thread->order.at[low]];
        if (rule->from != shared || rule->symbol != symbol)
            return;
        PdsRule right = rule->right;
        assert(right.to != PDS_NONE && (right.kind == PDS_PUSH) == (right.below != PDS_NONE));
        right.tag = (uint32_t)low;
        vec_push(out, right);
    }
}

static void free_state(const Cpds *cpds, CpdsState *state)
{
    for (size_t t = 0; state->stacks && t < cpds->threads.len; t++)
        vec_free(&state->stacks[t]);
    memory_free(state->stacks);
}

void cpds_free(Cpds *cpds)
{
    free_state(cpds, &cpds->init);
    vec_each (CpdsState, target, &cpds->targets)
        free_state(cpds, target);
    vec_each (CpdsThread, thread, &cpds->threads) {
        vec_free(&thread->rules);
        vec_free(&thread->order);
    }
    vec_free(&cpds->targets);
    vec_free(&cpds->threads);
    memory_free(cpds);
}

static void print_rule(const CpdsRule *rule, FILE *out)
{
    fprintf(out, "%u %u -> %u", rule->from, rule->symbol, rule->right.to);
    switch (rule->right.kind) {
    case PDS_POP:
        fputs(" -\n", out);
        return;
    case PDS_STEP:
        fprintf(out, " %u\n", rule->right.top);
        return;
    case PDS_PUSH:
        fprintf(out, " %u %u\n", rule->right.top, rule->right.below);
        return;
    }
}

void cpds_print(const Cpds *cpds, FILE *out)
{
    fprintf(out, "%u\n", cpds->shared);
    vec_each (const CpdsThread, thread, &cpds->threads) {
        fprintf(out, "PDA %u %u\n", thread->low, thread->high);
        vec_each (const CpdsRule, rule, &thread->rules)
            print_rule(rule, out);
    }
}

static void print_symbol(uint32_t symbol, FILE *out)
{
    if (symbol == PDS_ANY)
        fputc('*', out);
    else if (symbol == PDS_EMPTY)
        fputc('-', out);
    else
        fprintf(out, "%u", symbol);
}

const char *cpds_state_text(const Cpds *cpds, const CpdsState *state, Arena *arena)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    if (!out)
        memory_exhausted();
    print_symbol(state->shared, out);
    for (size_t t = 0; t < cpds->threads.len; t++) {
        const PdsWord *stack = &state->stacks[t];
        fputc(t ? ',' : '|', out);
        if (!stack->len)
            fputc('-', out);
        for (size_t i = stack->len; i-- > 0;) {
            print_symbol(stack->at[i], out);
            if (i)
                fputc('.', out);
        }
    }
    fclose(out);
    const char *copy = arena_copy(arena, text, len);
    memory_free(text);
    return copy;
}
