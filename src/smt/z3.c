/* z3.c -- Z3 through its C API.
 *
 * The context is the simple kind that keeps every formula alive until it goes: one a solver.  An
 * error of Z3 leaves by longjmp to the call that caused it; from then on the solver answers
 * unknown. */
#include "smt/solver.h"

#ifdef HAVE_Z3

#include <stdlib.h>
#include <string.h>
#include <z3.h>

#include "base/library.h"
#include "smt/watch.h"

/* Booleans are evaluated in tuples, and these in tuples of tuples. */
enum { TUPLE_BITS = 6, TUPLE_SIZE = 1 << TUPLE_BITS, TUPLE_LEVELS = 5 };

typedef struct Z3State {
    Z3_context context;
    Z3_solver solver;
    Z3_model model;                    /* or NULL */
    bool has_model;                    /* it can be had, if somebody asks */
    VEC(Z3_ast) made;                  /* by the number of the term */
    Z3_func_decl tuples[TUPLE_LEVELS]; /* that make them; NULL: nobody has asked yet */
    Watch *watch;                      /* or NULL */
    uint64_t used;                     /* resource units, when they were last counted */
    bool broken;
    char why[120];
} Z3State;

static void quiet(Z3_context context, Z3_error_code code)
{
    (void)context;
    (void)code;
}

/* Did the last call go wrong? */
static bool failed(Z3State *s)
{
    Z3_error_code code = Z3_get_error_code(s->context);
    if (code != Z3_OK && !s->broken) {
        snprintf(s->why, sizeof s->why, "Z3: %s", Z3_get_error_msg(s->context, code));
        s->broken = true;
    }
    return s->broken;
}

static void set_number(Z3State *s, Z3_params params, const char *name, uint64_t value)
{
    Z3_params_set_uint(s->context, params, Z3_mk_string_symbol(s->context, name),
                       value > 4000000000u ? 4000000000u : (unsigned)value);
}

static void set_flag(Z3State *s, Z3_params params, const char *name, bool value)
{
    Z3_params_set_bool(s->context, params, Z3_mk_string_symbol(s->context, name), value);
}

/* Looking for models of quantifiers is given a part of the resources. */
static void z3_configure(Solver *solver)
{
    Z3State *s = solver->state;
    uint64_t limit = solver->options.limit / (solver->part ? solver->part : 1) /
                     (solver->brief ? solver->brief : 1) / (solver->harder ? 20 : 1);
    Z3_params params = Z3_mk_params(s->context);
    Z3_params_inc_ref(s->context, params);
    if (solver->options.limit)
        set_number(s, params, "rlimit", limit ? limit : 1);
    set_number(s, params, "random_seed", solver->options.seed);
    set_flag(s, params, "ctrl_c", false); /* heddle's own */
    set_flag(s, params, "mbqi", solver->harder);
    Z3_solver_set_params(s->context, s->solver, params);
    Z3_params_dec_ref(s->context, params);
}

bool solver_z3_version(char *text, size_t size)
{
    char why[256];
    unsigned major, minor, build, revision;
    if (!library_load(HEDDLE_Z3, why, sizeof why))
        return false;
    Z3_get_version(&major, &minor, &build, &revision);
    snprintf(text, size, "%u.%u.%u", major, minor, build);
    return true;
}

static void interrupt(void *context)
{
    Z3_interrupt(context);
}

static void *z3_open(Solver *solver, char *why, size_t size)
{
    if (!library_load(HEDDLE_Z3, why, size))
        return NULL;
    Z3State *s = memory_alloc(sizeof *s);
    Z3_config config = Z3_mk_config();
    Z3_set_param_value(config, "model", "true");
    s->context = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(s->context, quiet);
    s->solver = Z3_mk_simple_solver(s->context);
    Z3_solver_inc_ref(s->context, s->solver);
    solver->state = s;
    z3_configure(solver);
    if (!failed(s)) {
        if (solver->options.budget)
            s->watch = watch_new(solver->options.budget, interrupt, s->context);
        return s;
    }
    snprintf(why, size, "%s", s->why);
    Z3_del_context(s->context);
    memory_free(s);
    return NULL;
}

static void drop_model(Z3State *s)
{
    if (s->model)
        Z3_model_dec_ref(s->context, s->model);
    s->model = NULL;
    s->has_model = false;
}

static Z3_model model_of(Z3State *s)
{
    if (s->model || !s->has_model || s->broken)
        return s->model;
    s->model = Z3_solver_get_model(s->context, s->solver);
    if (failed(s))
        return s->model = NULL;
    Z3_model_inc_ref(s->context, s->model);
    return s->model;
}

static void z3_close(Solver *solver)
{
    Z3State *s = solver->state;
    watch_free(s->watch);
    drop_model(s);
    Z3_solver_dec_ref(s->context, s->solver);
    Z3_del_context(s->context);
    vec_free(&s->made);
    memory_free(s);
}

static Z3_sort sort_of(Z3State *s, Sort sort)
{
    Z3_sort made = sort.base == SORT_BOOLEAN  ? Z3_mk_bool_sort(s->context)
                   : sort.base == SORT_VECTOR ? Z3_mk_bv_sort(s->context, sort.width)
                                              : Z3_mk_int_sort(s->context);
    for (int i = 0; i < sort.depth; i++) {
        Z3_sort key =
            sort.keys >> i & 1 ? Z3_mk_bv_sort(s->context, KEY_BITS) : Z3_mk_int_sort(s->context);
        made = Z3_mk_array_sort(s->context, key, made);
    }
    return made;
}

/* Bit-vectors.  (No table of functions: their addresses are not known before Z3 is loaded.) */
static Z3_ast translate_bits(Solver *solver, Z3_context c, const Node *node, const Z3_ast *arg)
{
    Z3_ast a = arg[0], b = arg[1];
    unsigned width = node->sort.width, from = term_sort(solver->terms, node->arg[0]).width;
    switch (node->op) {
    case TERM_BITS_ADD:
        return Z3_mk_bvadd(c, a, b);
    case TERM_BITS_SUB:
        return Z3_mk_bvsub(c, a, b);
    case TERM_BITS_MUL:
        return Z3_mk_bvmul(c, a, b);
    case TERM_SDIV:
        return Z3_mk_bvsdiv(c, a, b);
    case TERM_UDIV:
        return Z3_mk_bvudiv(c, a, b);
    case TERM_SREM:
        return Z3_mk_bvsrem(c, a, b);
    case TERM_UREM:
        return Z3_mk_bvurem(c, a, b);
    case TERM_BITS_AND:
        return Z3_mk_bvand(c, a, b);
    case TERM_BITS_OR:
        return Z3_mk_bvor(c, a, b);
    case TERM_BITS_XOR:
        return Z3_mk_bvxor(c, a, b);
    case TERM_SHL:
        return Z3_mk_bvshl(c, a, b);
    case TERM_LSHR:
        return Z3_mk_bvlshr(c, a, b);
    case TERM_ASHR:
        return Z3_mk_bvashr(c, a, b);
    case TERM_SLT:
        return Z3_mk_bvslt(c, a, b);
    case TERM_SLE:
        return Z3_mk_bvsle(c, a, b);
    case TERM_ULT:
        return Z3_mk_bvult(c, a, b);
    case TERM_ULE:
        return Z3_mk_bvule(c, a, b);
    case TERM_LOW:
        return Z3_mk_extract(c, width - 1, 0, a);
    case TERM_SIGN:
        return Z3_mk_sign_ext(c, width - from, a);
    case TERM_ZERO:
        return Z3_mk_zero_ext(c, width - from, a);
    case TERM_TRUE ... TERM_LE: /* translate has done these */
    case TERM_SELECT ... TERM_FORALL:
    case TERM_OPS:
        break;
    }
    abort();
}

static Z3_ast translate(Solver *solver, Z3State *s, Term term)
{
    Node node = term_node(solver->terms, term);
    Z3_context c = s->context;
    Z3_ast arg[3] = {0};
    for (int i = 0; i < term_info[node.op].arity; i++)
        arg[i] = s->made.at[node.arg[i].ix];
    switch (node.op) {
    case TERM_BITS_ADD ... TERM_ZERO:
        return translate_bits(solver, c, &node, arg);
    case TERM_TRUE:
        return Z3_mk_true(c);
    case TERM_FALSE:
        return Z3_mk_false(c);
    case TERM_NUMBER:
        return Z3_mk_int64(c, node.value, sort_of(s, node.sort));
    case TERM_VARIABLE:
        return Z3_mk_const(c, Z3_mk_string_symbol(c, term_name(solver->terms, term)),
                           sort_of(s, node.sort));
    case TERM_NOT:
        return Z3_mk_not(c, arg[0]);
    case TERM_AND:
        return Z3_mk_and(c, 2, arg);
    case TERM_OR:
        return Z3_mk_or(c, 2, arg);
    case TERM_EQ:
        return Z3_mk_eq(c, arg[0], arg[1]);
    case TERM_ITE:
        return Z3_mk_ite(c, arg[0], arg[1], arg[2]);
    case TERM_ADD:
        return Z3_mk_add(c, 2, arg);
    case TERM_SUB:
        return Z3_mk_sub(c, 2, arg);
    case TERM_MUL:
        return Z3_mk_mul(c, 2, arg);
    case TERM_DIV:
        return Z3_mk_div(c, arg[0], arg[1]);
    case TERM_MOD:
        return Z3_mk_mod(c, arg[0], arg[1]);
    case TERM_LT:
        return Z3_mk_lt(c, arg[0], arg[1]);
    case TERM_LE:
        return Z3_mk_le(c, arg[0], arg[1]);
    case TERM_SELECT:
        return Z3_mk_select(c, arg[0], arg[1]);
    case TERM_STORE:
        return Z3_mk_store(c, arg[0], arg[1], arg[2]);
    case TERM_FORALL: {
        Z3_app bound = Z3_to_app(c, arg[0]);
        return Z3_mk_forall_const(c, 0, 1, &bound, 0, NULL, arg[1]);
    }
    case TERM_OPS:
        break;
    }
    abort();
}

/* Operands first; what has been translated stays. */
static Z3_ast ast_of(Solver *solver, Term term)
{
    Z3State *s = solver->state;
    TermList stack = {0};
    if (s->made.len <= terms_count(solver->terms))
        vec_resize(&s->made, terms_count(solver->terms) + 1);
    vec_push(&stack, term);
    while (stack.len && !s->broken) {
        Term top = vec_last(&stack);
        Node node = term_node(solver->terms, top);
        bool ready = true;
        for (int i = 0; i < term_info[node.op].arity; i++)
            if (!s->made.at[node.arg[i].ix]) {
                vec_push(&stack, node.arg[i]);
                ready = false;
            }
        if (!ready)
            continue;
        if (!s->made.at[top.ix])
            s->made.at[top.ix] = translate(solver, s, top);
        failed(s);
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return s->broken ? NULL : s->made.at[term.ix];
}

static void z3_add(Solver *solver, Term formula)
{
    Z3State *s = solver->state;
    Z3_ast ast = s->broken ? NULL : ast_of(solver, formula);
    if (!ast)
        return;
    (void)model_of(s); /* that of the last answer, as long as it is one */
    Z3_solver_assert(s->context, s->solver, ast);
    failed(s);
}

/* Resource units that Z3 has used in this context. */
static uint64_t used_resources(Z3State *s)
{
    uint64_t used = 0;
    Z3_stats stats = Z3_solver_get_statistics(s->context, s->solver);
    Z3_stats_inc_ref(s->context, stats);
    for (unsigned i = 0; i < Z3_stats_size(s->context, stats); i++)
        if (Z3_stats_is_uint(s->context, stats, i) &&
            strcmp(Z3_stats_get_key(s->context, stats, i), "rlimit count") == 0)
            used = Z3_stats_get_uint_value(s->context, stats, i);
    Z3_stats_dec_ref(s->context, stats);
    return used;
}

static void count_work(Solver *solver, Z3State *s)
{
    enum { RESOURCES_A_STEP = 8, STEPS_A_QUESTION = 100 };
    uint64_t used = used_resources(s), since = used > s->used ? used - s->used : 0;
    s->used = used;
    solver->work += since / RESOURCES_A_STEP + STEPS_A_QUESTION;
}

static SolverAnswer check_assumptions(Solver *solver, Z3State *s, const Z3_ast *asts, size_t count)
{
    drop_model(s);
    watch_begin(s->watch);
    Z3_lbool answer = Z3_solver_check_assumptions(s->context, s->solver, (unsigned)count, asts);
    watch_end(s->watch);
    count_work(solver, s);
    if (answer == Z3_L_FALSE)
        return SOLVER_UNSAT;
    if (answer == Z3_L_UNDEF) {
        const char *why = Z3_solver_get_reason_unknown(s->context, s->solver);
        bool limit = strstr(why, "cancel") || strstr(why, "resource") || strstr(why, "limit");
        bool maybe = !limit && strstr(why, "quantifier");
        snprintf(solver->reason, sizeof solver->reason, "%s",
                 limit   ? "Z3 has used up its resource limit"
                 : maybe ? "it depends on a quantifier"
                         : why);
        if (!maybe)
            return SOLVER_UNKNOWN;
    }
    s->has_model = true;
    return answer == Z3_L_UNDEF ? SOLVER_MAYBE : SOLVER_SAT;
}

static SolverAnswer z3_check(Solver *solver, const Term *assumptions, size_t count)
{
    Z3State *s = solver->state;
    VEC(Z3_ast) asts = {0};
    SolverAnswer answer = SOLVER_UNKNOWN;
    for (size_t i = 0; i < count && !s->broken; i++)
        vec_push(&asts, ast_of(solver, assumptions[i]));
    if (!s->broken)
        answer = check_assumptions(solver, s, asts.at, count);
    vec_free(&asts);
    if (!failed(s))
        return answer;
    snprintf(solver->reason, sizeof solver->reason, "%s", s->why);
    return SOLVER_UNKNOWN;
}

static bool z3_value(Solver *solver, Term term, int64_t *value)
{
    Z3State *s = solver->state;
    Z3_ast result, ast = s->broken || !model_of(s) ? NULL : ast_of(solver, term);
    if (!ast || !Z3_model_eval(s->context, s->model, ast, true, &result) || failed(s))
        return false;
    Z3_lbool truth = Z3_get_bool_value(s->context, result);
    if (sort_equal(term_sort(solver->terms, term), SORT_BOOL)) {
        *value = truth == Z3_L_TRUE;
        return truth != Z3_L_UNDEF;
    }
    Sort sort = term_sort(solver->terms, term);
    uint64_t bits;
    if (sort.base == SORT_VECTOR && Z3_get_ast_kind(s->context, result) == Z3_NUMERAL_AST &&
        Z3_get_numeral_uint64(s->context, result, &bits)) {
        *value = (int64_t)(bits << (64 - sort.width)) >> (64 - sort.width);
        return true;
    }
    return Z3_get_ast_kind(s->context, result) == Z3_NUMERAL_AST &&
           Z3_get_numeral_int64(s->context, result, value);
}

/* What makes a tuple of booleans, or of tuples of the level below. */
static Z3_func_decl tuple_of(Z3State *s, int level)
{
    Z3_context c = s->context;
    Z3_symbol names[TUPLE_SIZE];
    Z3_sort sorts[TUPLE_SIZE];
    Z3_func_decl parts[TUPLE_SIZE];
    if (s->tuples[level])
        return s->tuples[level];
    Z3_sort part = level ? Z3_get_range(c, tuple_of(s, level - 1)) : Z3_mk_bool_sort(c);
    for (int i = 0; i < TUPLE_SIZE; i++) {
        names[i] = Z3_mk_int_symbol(c, i);
        sorts[i] = part;
    }
    char name[40];
    snprintf(name, sizeof name, "truths %d", level);
    Z3_mk_tuple_sort(c, Z3_mk_string_symbol(c, name), TUPLE_SIZE, names, sorts, &s->tuples[level],
                     parts);
    return s->tuples[level];
}

typedef VEC(Z3_ast) Z3Asts;

/* All of them as one tuple of tuples; returns how many levels it has, 0: there are too many. */
static int make_tuple(Z3State *s, Z3Asts *asts)
{
    int level = 0;
    for (; level < TUPLE_LEVELS && (asts->len > 1 || !level); level++) {
        size_t made = 0;
        Z3_func_decl make = tuple_of(s, level);
        while (asts->len % TUPLE_SIZE)
            vec_push(asts, asts->at[0]);
        for (size_t i = 0; i < asts->len; i += TUPLE_SIZE)
            asts->at[made++] = Z3_mk_app(s->context, make, TUPLE_SIZE, &asts->at[i]);
        asts->len = made;
    }
    return asts->len == 1 ? level : 0;
}

static int8_t truth_in_tuple(Z3_context c, Z3_ast tuple, int levels, size_t i)
{
    for (int level = levels; level-- > 0;) {
        if (Z3_get_ast_kind(c, tuple) != Z3_APP_AST ||
            Z3_get_app_num_args(c, Z3_to_app(c, tuple)) != TUPLE_SIZE)
            return -1;
        unsigned at = (unsigned)(i >> level * TUPLE_BITS) % TUPLE_SIZE;
        tuple = Z3_get_app_arg(c, Z3_to_app(c, tuple), at);
    }
    Z3_lbool truth = Z3_get_bool_value(c, tuple);
    return (int8_t)(truth == Z3_L_UNDEF ? -1 : truth == Z3_L_TRUE);
}

/* At once: what the booleans have in common is evaluated once. */
static bool z3_truths(Solver *solver, const Term *terms, size_t count, int8_t *truths)
{
    Z3State *s = solver->state;
    Z3Asts asts = {0};
    Z3_ast result = NULL;
    for (size_t i = 0; i < count && model_of(s) && !s->broken; i++)
        vec_push(&asts, ast_of(solver, terms[i]));
    bool known = count && asts.len == count && !s->broken;
    int levels = known ? make_tuple(s, &asts) : 0;
    known = levels && Z3_model_eval(s->context, s->model, asts.at[0], true, &result) && !failed(s);
    for (size_t i = 0; i < count && known; i++)
        truths[i] = truth_in_tuple(s->context, result, levels, i);
    vec_free(&asts);
    return known;
}

#else

static void *z3_open(Solver *solver, char *why, size_t size)
{
    (void)solver;
    snprintf(why, size,
             "this heddle was built without Z3; install libz3-dev and build it again, or "
             "use --solver=cvc5");
    return NULL;
}

static void z3_close(Solver *solver)
{
    (void)solver;
}

static void z3_add(Solver *solver, Term formula)
{
    (void)solver;
    (void)formula;
}

static SolverAnswer z3_check(Solver *solver, const Term *assumptions, size_t count)
{
    (void)solver;
    (void)assumptions;
    (void)count;
    return SOLVER_UNKNOWN;
}

static bool z3_value(Solver *solver, Term term, int64_t *value)
{
    (void)solver;
    (void)term;
    (void)value;
    return false;
}

static void z3_configure(Solver *solver)
{
    (void)solver;
}

static bool z3_truths(Solver *solver, const Term *terms, size_t count, int8_t *truths)
{
    (void)solver;
    (void)terms;
    (void)count;
    (void)truths;
    return false;
}

bool solver_z3_version(char *text, size_t size)
{
    (void)text;
    (void)size;
    return false;
}

#endif

const Backend backend_z3 = {"z3",     z3_open,  z3_close,     z3_add,
                            z3_check, z3_value, z3_configure, z3_truths};
