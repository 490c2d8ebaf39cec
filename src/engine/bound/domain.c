/* domain.c -- see domain.h. */
#include "engine/bound/domain.h"

/* True if the entry is new: then the caller fills in its span. */
static bool span_find(SpanTable *table, uint32_t class, uint32_t a, uint32_t b, uint32_t *entry)
{
    bool is_new;
    uint32_t pair = pairs_add(&table->pairs, a, b, &is_new);
    *entry = pairs_add(&table->keys, class, pair, &is_new);
    if (is_new)
        vec_push(&table->spans, ((Span){0, 0}));
    assert(*entry < table->spans.len);
    return is_new;
}

static void span_free(SpanTable *table)
{
    pairs_free(&table->pairs);
    pairs_free(&table->keys);
    vec_free(&table->spans);
}

static uint64_t span_bytes(const SpanTable *table)
{
    return pairs_bytes(&table->pairs) + pairs_bytes(&table->keys) +
           table->spans.cap * sizeof *table->spans.at;
}

void domain_begin(Domain *domain, const BoundModel *model, bool automata, Budget *budget)
{
    *domain = (Domain){.model = model, .automata = automata, .budget = budget};
}

void domain_free(Domain *domain)
{
    span_free(&domain->rule_table);
    vec_free(&domain->rules);
    span_free(&domain->move_table);
    vec_free(&domain->moves);
    pairs_free(&domain->cells);
    langs_free(&domain->langs);
    saturation_free(&domain->post);
    vec_free(&domain->configs);
    records_free(&domain->top_sets);
    vec_free(&domain->tops_of);
    vec_free(&domain->scratch);
}

uint64_t domain_bytes(const Domain *domain)
{
    return span_bytes(&domain->rule_table) + span_bytes(&domain->move_table) +
           domain->rules.cap * sizeof *domain->rules.at +
           domain->moves.cap * sizeof *domain->moves.at + pairs_bytes(&domain->cells) +
           langs_bytes(&domain->langs);
}

/* ---- rules ---- */

Span domain_rules(Domain *domain, uint32_t class, uint32_t g, uint32_t l)
{
    uint32_t entry;
    if (span_find(&domain->rule_table, class, g, l, &entry)) {
        uint32_t begin = (uint32_t)domain->rules.len;
        domain->model->rules(domain->model->context, class, g, l, &domain->rules);
        domain->rule_table.spans.at[entry] = (Span){begin, (uint32_t)domain->rules.len};
    }
    return domain->rule_table.spans.at[entry];
}

static void post_rules(void *context, uint32_t g, uint32_t l, PdsRules *out)
{
    Domain *domain = context;
    Span span = domain_rules(domain, domain->asking, g, l);
    for (uint32_t i = span.begin; i < span.end; i++)
        vec_push(out, domain->rules.at[i]);
}

static bool post_stop(void *context)
{
    Domain *domain = context;
    const BoundModel *model = domain->model;
    return domain->budget && ((model->halt && model->halt(model->context)) ||
                              budget_spend(domain->budget, PDS_ASK_EVERY));
}

/* ---- numbers ---- */

static uint32_t push(Domain *domain, uint32_t top, uint32_t stack)
{
    bool is_new;
    return pairs_add(&domain->cells, top, stack, &is_new) + 1;
}

uint32_t domain_number(Domain *domain, const PdsWord *stack)
{
    if (domain->automata)
        return language_of_word(&domain->langs, stack->at, stack->len);
    uint32_t number = 0;
    for (size_t i = stack->len; i-- > 0;)
        number = push(domain, stack->at[i], number);
    return number;
}

uint32_t stack_apply(Domain *domain, uint32_t stack, PdsRule rule)
{
    assert(stack); /* an empty one has no top to which a rule applies */
    uint32_t rest = pairs_right(&domain->cells, stack - 1);
    switch (rule.kind) {
    case PDS_POP:
        return rest;
    case PDS_STEP:
        return push(domain, rule.top, rest);
    case PDS_PUSH:
        return push(domain, rule.top, push(domain, rule.below, rest));
    }
    return rest;
}

static void find_tops(Domain *domain, uint32_t number)
{
    domain->scratch.len = 0;
    assert(number <= (domain->automata ? langs_count(&domain->langs) : domain->cells.at.len));
    if (!domain->automata) {
        vec_push(&domain->scratch, stack_top(domain, number));
        return;
    }
    LangView view = language_get(&domain->langs, number);
    for (uint32_t e = 0; e < lang_first_edge(view, 1); e++)
        vec_push(&domain->scratch, lang_edge(view, e).symbol);
    if (lang_accepts(view, 0))
        vec_push(&domain->scratch, PDS_EMPTY);
    assert(domain->scratch.len); /* no language of a tuple is empty */
}

uint32_t domain_tops(Domain *domain, uint32_t number)
{
    if (number >= domain->tops_of.len)
        vec_resize(&domain->tops_of, number + 1);
    if (!domain->tops_of.at[number]) {
        find_tops(domain, number);
        domain->tops_of.at[number] =
            records_add(&domain->top_sets, domain->scratch.at, domain->scratch.len);
    }
    return domain->tops_of.at[number];
}

bool domain_may_have_top(Domain *domain, uint32_t number, uint32_t top)
{
    if (top == PDS_ANY)
        return true;
    uint32_t set = domain_tops(domain, number);
    const uint64_t *tops = records_get(&domain->top_sets, set);
    for (uint32_t i = 0; i < records_len(&domain->top_sets, set); i++)
        if (tops[i] == top)
            return true;
    return false;
}

/* ---- moves ---- */

/* One step. */
static void step_moves(Domain *domain, uint32_t class, uint32_t g, uint32_t stack)
{
    if (!stack)
        return;
    Span span = domain_rules(domain, class, g, stack_top(domain, stack));
    for (uint32_t i = span.begin; i < span.end; i++) {
        PdsRule rule = domain->rules.at[i];
        Move move = {rule.to, stack_apply(domain, stack, rule)};
        vec_push(&domain->moves, move);
    }
}

void domain_redo_post(Domain *domain, uint32_t class, uint32_t g, uint32_t number)
{
    PdsSource source = {domain, post_rules, post_stop};
    domain->asking = class;
    domain->configs.len = 0;
    if (!post_star(&domain->post, &domain->langs, source, (Configs){g, number}, &domain->configs))
        domain->stopped = true;
}

/* A context. */
static void context_moves(Domain *domain, uint32_t class, uint32_t g, uint32_t number)
{
    domain_redo_post(domain, class, g, number);
    domain->posts++;
    const BoundModel *model = domain->model;
    for (size_t k = 1; k < domain->configs.len; k++)
        assert(domain->configs.at[k - 1].state < domain->configs.at[k].state);
    vec_each (Configs, configs, &domain->configs)
        if ((configs->state != g || configs->stacks != number) &&
            !(model->inside && model->inside(model->context, configs->state)))
            vec_push(&domain->moves, ((Move){configs->state, configs->stacks}));
}

Span domain_moves(Domain *domain, uint32_t class, uint32_t g, uint32_t number)
{
    uint32_t entry;
    if (span_find(&domain->move_table, class, g, number, &entry)) {
        uint32_t begin = (uint32_t)domain->moves.len;
        if (domain->automata)
            context_moves(domain, class, g, number);
        else
            step_moves(domain, class, g, number);
        domain->move_table.spans.at[entry] = (Span){begin, (uint32_t)domain->moves.len};
    }
    return domain->move_table.spans.at[entry];
}
