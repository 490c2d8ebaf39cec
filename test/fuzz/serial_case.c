/* serial_case.c -- see serial_case.h. */
#include "serial_case.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"
#include "serial_model.h"

enum { STARTS_TRIED = 30 };

static int draw(Case *c, uint32_t below)
{
    c->dice = c->dice * 6364136223846793005u + 1442695040888963407u;
    return (int)((uint32_t)(c->dice >> 33) % below);
}

/* ---- code ---- */

static void put(Method *m, StatementKind kind, Place place, int k)
{
    if (m->len < CODE_MOST - 2)
        m->code[m->len++] = (Statement){kind, place, (int8_t)k, 0};
}

static Place any_number(Case *c)
{
    static const Place places[] = {X,      X,   Y,   DATA_0, DATA_1, DATA_I,
                                   DATA_I, ONE, TWO, OF_B,   OF_B,   U_OF_B};
    return places[draw(c, sizeof places / sizeof *places)];
}

static void put_update(Case *c, Method *m)
{
    Place place = any_number(c);
    put(m, LOAD, place, 0);
    put(m, draw(c, 5) ? STORE : COUNT, draw(c, 3) ? place : any_number(c), draw(c, 3));
}

static void put_box(Case *c, Method *m)
{
    bool made = false;
    for (int k = 0; k < m->len; k++)
        made = made || m->code[k].kind == NEW;
    put(m, made || draw(c, 2) ? FOLLOW : NEW, X, 0);
    if (draw(c, 2))
        put(m, SET, OF_Q, draw(c, 3));
    else {
        put(m, LOAD, OF_Q, 0);
        put(m, STORE, OF_Q, 1);
    }
    if (draw(c, 3))
        put(m, draw(c, 2) ? PUBLISH : AIM, X, draw(c, 3));
}

static void put_piece(Case *c, Method *m, int number, bool inner)
{
    switch (draw(c, inner ? 8 : 14)) {
    case 0:
    case 1:
    case 2:
        put_update(c, m);
        break;
    case 3:
    case 4:
        put(m, SET, any_number(c), draw(c, 3));
        break;
    case 5:
        put_box(c, m);
        break;
    case 6:
        put(m, AIM, X, draw(c, 3));
        break;
    case 7:
        put(m, FLIP, X, 0);
        break;
    case 8:
        if (draw(c, 3) == 0)
            put(m, AWAIT, any_number(c), draw(c, 2));
        break;
    case 9:
        if (number + 1 < c->count)
            put(m, CALL, X, number + 1 + draw(c, (uint32_t)(c->count - number - 1)));
        break;
    default: {
        put(m, draw(c, 3) ? LOAD : CHOOSE, any_number(c), 0);
        int test = m->len;
        put(m, UNLESS, X, draw(c, 2));
        put_piece(c, m, number, true);
        if (test < m->len)
            m->code[test].target = (int8_t)m->len;
    }
    }
}

static void make_code(Case *c, int number)
{
    Method *m = &c->methods[number];
    int lock = draw(c, 3), pieces = 1 + draw(c, 3);
    bool calls = false;
    if (lock < 2)
        put(m, TAKE, X, lock);
    for (int k = 0; k < pieces; k++)
        put_piece(c, m, number, false);
    for (int k = 0; k < m->len; k++) { /* one call is enough */
        bool call = m->code[k].kind == CALL;
        m->code[k].kind = call && calls ? FLIP : m->code[k].kind;
        calls = calls || call;
    }
    if (lock < 2 && draw(c, 12))
        m->code[m->len++] = (Statement){GIVE, X, (int8_t)lock, 0};
    m->code[m->len++] = (Statement){LEAVE, X, 0, 0};
}

/* ---- what performs says: what was seen in some runs, and sometimes something else ---- */

typedef struct Samples {
    VEC(Run) runs;
} Samples;

static void keep(const Run *run, void *context)
{
    Samples *samples = context;
    vec_push(&samples->runs, *run);
}

static Run any_start(Case *c)
{
    Run run;
    memset(&run, 0, sizeof run);
    Memory *m = &run.before;
    m->x = (int8_t)draw(c, 3);
    m->y = (int8_t)draw(c, 3);
    m->data[0] = (int8_t)draw(c, 3);
    m->data[1] = (int8_t)draw(c, 3);
    m->ghost = (int8_t)draw(c, 3);
    m->pointer = (int8_t)(1 + draw(c, 2));
    m->boxes = 3;
    m->v[1] = (int8_t)draw(c, 3);
    m->v[2] = (int8_t)draw(c, 3);
    run.i = (int8_t)draw(c, 2);
    run.box = (int8_t)(1 + draw(c, 2));
    return run;
}

static bool is_pointer(Place place)
{
    return place == POINTER;
}

static bool is_lock(Place place)
{
    return place == LOCK_0 || place == LOCK_1;
}

static bool always(const Clause *clause, const Samples *samples)
{
    vec_each (Run, run, &samples->runs)
        if (!clause_holds(clause, run))
            return false;
    return true;
}

static void say(Action *action, Clause clause)
{
    if (action->len < CLAUSES_MOST)
        action->clauses[action->len++] = clause;
}

/* Something about a place, or about the result, that is true of all samples. */
static void say_value(Case *c, Action *action, Place a, bool result, const Samples *samples)
{
    VEC(Clause) right = {0};
    Clause clause = {.a = a};
    for (int k = -1; k < 7; k++) {
        clause.kind = result ? RESULT : IS;
        clause.k = (int8_t)k;
        bool sense = result || (is_lock(a) ? k == 0 || k == 1 : !is_pointer(a) || k == 1 || k == 2);
        if (sense && always(&clause, samples))
            vec_push(&right, clause);
    }
    for (Place b = X; b < OF_Q && !is_lock(a); b++)
        for (int k = -3; k < 4; k++) {
            clause = (Clause){result ? RESULT_OLD : IS_OLD, result ? b : a, b, (int8_t)k};
            bool sense =
                !is_lock(b) && (is_pointer(a) && !result ? is_pointer(b) && !k : !is_pointer(b));
            if (sense && always(&clause, samples))
                vec_push(&right, clause);
        }
    if (right.len)
        say(action, right.at[draw(c, (uint32_t)right.len)]);
    vec_free(&right);
}

/* Lists places until nothing else changes in the sample. */
static void list_places(Case *c, Action *action, const Run *run)
{
    int first = draw(c, 3) ? draw(c, OF_Q) : OF_P;
    for (int n = 0; n < OF_Q && !action_fits(&(Action){.places = 0}, run); n++) {
        Run copy = *run;
        Action listed = *action;
        Place place = (Place)((first + n) % OF_Q);
        listed.len = 0;
        if (action_fits(&listed, run))
            return;
        const int8_t *was = place_of(&copy.before, place, run->i, run->box, 0);
        const int8_t *is = (const int8_t *)&copy.after + (was - (const int8_t *)&copy.before);
        bool known = false;
        for (int k = 0; k < action->places; k++)
            known =
                known || place_of(&copy.before, action->modifies[k], run->i, run->box, 0) == was;
        if (*was != *is && !known && action->places < PLACES_MOST)
            action->modifies[action->places++] = place;
    }
}

static void spoil(Case *c, Action *action)
{
    Clause *clause = action->len ? &action->clauses[draw(c, (uint32_t)action->len)] : NULL;
    bool number = clause && !is_lock(clause->a) && !is_pointer(clause->a);
    switch (draw(c, 4)) {
    case 0:
        if (action->places) {
            int which = draw(c, (uint32_t)action->places--);
            action->modifies[which] = action->modifies[action->places];
        }
        break;
    case 1:
        if (number)
            clause->k++;
        break;
    case 2:
        if (number)
            clause->a = any_number(c);
        break;
    default:
        say(action, (Clause){IS_OLD, any_number(c), any_number(c), (int8_t)draw(c, 2)});
    }
}

static void make_action(Case *c, Method *m, const Samples *samples, const Clause *when)
{
    Action *action = &m->actions[m->count++];
    if (when && draw(c, 8))
        say(action, *when);
    vec_each (Run, run, &samples->runs)
        list_places(c, action, run);
    for (int k = 0; k < action->places; k++)
        if (draw(c, 8))
            say_value(c, action, action->modifies[k], false, samples);
    if (draw(c, 2))
        say_value(c, action, X, true, samples);
    if (draw(c, 5) < 2)
        spoil(c, action);
}

/* One action for all runs, or one for those that begin in a certain way and one for the others. */
static void make_performs(Case *c, int number)
{
    Method *m = &c->methods[number];
    Samples all = {0}, parts[2] = {0};
    Clause when[2] = {{WAS, any_number(c), X, (int8_t)draw(c, 2)}};
    when[1] = when[0];
    when[1].kind = WAS_NOT;
    for (int k = 0; k < STARTS_TRIED; k++)
        case_run(c, number, any_start(c), keep, &all);
    vec_each (Run, run, &all.runs)
        vec_push(&parts[!clause_holds(&when[0], run)].runs, *run);
    if (draw(c, 3) == 0 && parts[0].runs.len && parts[1].runs.len) {
        make_action(c, m, &parts[0], &when[0]);
        make_action(c, m, &parts[1], &when[1]);
    } else if (all.runs.len)
        make_action(c, m, &all, NULL);
    vec_free(&all.runs);
    vec_free(&parts[0].runs);
    vec_free(&parts[1].runs);
}

/* ---- threads ---- */

static Item any_call(Case *c, bool own)
{
    return (Item){CALLS, (int8_t)draw(c, (uint32_t)c->count), (int8_t)draw(c, 2),
                  (int8_t)(own && draw(c, 3) == 0 ? 0 : 1 + draw(c, 2))};
}

static void make_scripts(Case *c)
{
    for (int t = 0; t < c->threads; t++) {
        int len = 0;
        Item *script = c->script[t];
        bool makes = draw(c, 3) == 0;
        if (t == 0 && draw(c, 2))
            script[len++] = any_call(c, false);
        for (int k = 1; t == 0 && k < c->threads; k++)
            script[len++] = (Item){.kind = STARTS, .method = (int8_t)k};
        if (makes && t)
            script[len++] = (Item){.kind = MAKES};
        if (t)
            script[len++] = any_call(c, makes);
        if (len < SCRIPT_MOST && draw(c, 2))
            script[len++] = any_call(c, makes && t);
        script[len] = (Item){.kind = IS_OVER};
        c->direct[t] = t && len == 1 && draw(c, 2);
    }
}

Case *case_new(uint64_t seed)
{
    Case *c = memory_alloc(sizeof *c);
    *c = (Case){.dice = seed * 0x9e3779b97f4a7c15u + 7};
    draw(c, 2);
    c->count = 1 + draw(c, METHODS_MOST);
    c->threads = 2 + (draw(c, 4) == 0);
    for (int k = c->count; k-- > 0;)
        make_code(c, k);
    for (int k = 0; k < c->count; k++)
        if (draw(c, 6))
            make_performs(c, k);
    make_scripts(c);
    return c;
}

/* ---- its text ---- */

static const char *name_of(Place place, bool in_c)
{
    static const char *const zing[] = {"x",     "y",     "data[0]", "data[1]", "data[i]",
                                       "one.v", "two.v", "b.v",     "b.u",     "p.v",
                                       "g",     "m0",    "m1",      "p",       "q.v"};
    static const char *const c[] = {"x",     "y",     "data[0]", "data[1]", "data[i]",
                                    "one.v", "two.v", "b->v",    "b->u",    "p->v",
                                    "g",     "m0",    "m1",      "p",       "q->v"};
    return in_c ? c[place] : zing[place];
}

static void print_lock(const Clause *clause, bool in_c, FILE *out)
{
    bool old = clause->kind == WAS || clause->kind == WAS_NOT;
    const char *name = name_of(clause->a, in_c), *sign = clause->kind == WAS_NOT ? "!" : "";
    if (in_c)
        fprintf(out, old ? "%s\\old(%s(%s))" : "%s%s(%s)", sign, clause->k ? "holds" : "unlocked",
                name);
    else
        fprintf(out, old ? "\\old(%s) %s= %s" : "%s %s= %s", name, *sign ? sign : "=",
                clause->k ? "tid" : "0");
}

static void print_clause(const Clause *clause, bool in_c, FILE *out)
{
    const char *a = name_of(clause->a, in_c), *b = name_of(clause->b, in_c);
    bool result = clause->kind == RESULT || clause->kind == RESULT_OLD;
    if (!result && is_lock(clause->a))
        print_lock(clause, in_c, out);
    else if (!result && is_pointer(clause->a) && clause->kind == IS)
        fprintf(out, "p == %s%s", in_c ? "&" : "", clause->k == 1 ? "one" : "two");
    else if (!result && is_pointer(clause->a))
        fprintf(out, "p == \\old(p)");
    else if (clause->kind == IS)
        fprintf(out, "%s == %d", a, clause->k);
    else if (clause->kind == IS_OLD)
        fprintf(out, "%s == \\old(%s) + %d", a, b, clause->k);
    else if (!result)
        fprintf(out, "\\old(%s) %s %d", a, clause->kind == WAS ? "==" : "!=", clause->k);
    else if (clause->kind == RESULT)
        fprintf(out, "\\result == %d", clause->k);
    else
        fprintf(out, "\\result == \\old(%s) + %d", a, clause->k);
}

static void print_performs(const Method *m, bool in_c, FILE *out)
{
    for (int k = 0; k < m->count; k++) {
        const Action *action = &m->actions[k];
        fputs(k ? "\n       [] action (" : "    /*@ performs action (", out);
        for (int n = 0; n < action->places; n++)
            fprintf(out, "%s%s", n ? ", " : "", name_of(action->modifies[n], in_c));
        fputs(") { ", out);
        for (int n = 0; n < action->len; n++) {
            fputs(n ? " && " : "", out);
            print_clause(&action->clauses[n], in_c, out);
        }
        fputs(action->len ? " }" : "true }", out);
    }
    fputs(m->count ? " */\n" : "", out);
}

static void print_statement(const Statement *s, bool in_c, FILE *out)
{
    static const char *const locks[2][2] = {
        {"acquire(m%d);", "release(m%d);"},
        {"pthread_mutex_lock(&m%d);", "pthread_mutex_unlock(&m%d);"}};
    const char *place = name_of(s->place, in_c), *address = in_c ? "&" : "";
    fputs("        ", out);
    switch (s->kind) {
    case LOAD:
        fprintf(out, "r = %s;", place);
        break;
    case STORE:
    case COUNT:
        fprintf(out, "%s = r + %d;%s", place, s->k,
                s->kind == COUNT ? " /*@ ghost g = g + 1; */" : "");
        break;
    case SET:
        fprintf(out, "%s = %d;", place, s->k);
        break;
    case FOLLOW:
        fputs("q = p;", out);
        break;
    case NEW:
        fputs(in_c ? "q = calloc(1, sizeof *q);" : "q = new Box;", out);
        break;
    case PUBLISH:
        fputs("p = q;", out);
        break;
    case AIM:
        fprintf(out, "p = %s%s;", s->k ? address : "", !s->k ? "b" : s->k == 1 ? "one" : "two");
        break;
    case TAKE:
    case GIVE:
        fprintf(out, locks[in_c][s->kind == GIVE], s->k);
        break;
    case UNLESS:
        fprintf(out, "if (r == %d) {", s->k);
        break;
    case CHOOSE:
        fputs(in_c ? "r = __VERIFIER_nondet_bool();" : "r = choose(bool) ? 1 : 0;", out);
        break;
    case FLIP:
        fputs("i = 1 - i;", out);
        break;
    case AWAIT:
        fprintf(out, "r = %s; while (r != %d) { r = %s; }", place, s->k, place);
        break;
    case CALL:
        fprintf(out, "r = f%d(i, b);", s->k);
        break;
    case LEAVE:
        fputs("return r;", out);
        break;
    }
    fputc('\n', out);
}

static void print_method(const Case *c, int number, bool in_c, FILE *out)
{
    const Method *m = &c->methods[number];
    const char *box = in_c ? "struct box *" : "Box ";
    print_performs(m, in_c, out);
    fprintf(out, "    static int f%d(int i, %sb) {\n        int r = 0; %sq = b;\n", number, box,
            box);
    for (int k = 0; k < m->len; k++) {
        for (int n = 0; n < k; n++)
            if (m->code[n].kind == UNLESS && m->code[n].target == k)
                fputs("        }\n", out);
        print_statement(&m->code[k], in_c, out);
    }
    fputs("    }\n", out);
}

static void print_call(const Item *item, bool in_c, FILE *out)
{
    const char *boxes[] = {"n", in_c ? "&one" : "one", in_c ? "&two" : "two"};
    fprintf(out, "f%d(%d, %s);", item->method, item->i, boxes[item->box]);
}

static void print_script(const Case *c, int t, bool in_c, FILE *out)
{
    for (const Item *item = c->script[t]; item->kind != IS_OVER; item++) {
        fputs("        ", out);
        if (item->kind == CALLS) {
            fputs("r = ", out);
            print_call(item, in_c, out);
        } else if (item->kind == MAKES)
            fputs(in_c ? "n = calloc(1, sizeof *n);" : "n = new Box;", out);
        else if (in_c)
            fprintf(out, "pthread_create(&t[%d], NULL, go%d, NULL);", item->method, item->method);
        else if (c->direct[item->method]) {
            fputs("async ", out);
            print_call(c->script[item->method], in_c, out);
        } else
            fprintf(out, "async go%d();", item->method);
        fputc('\n', out);
    }
}

static void print_zing(const Case *c, FILE *out)
{
    fputs("array Data[2] int;\nclass Box { int v; int u; };\nclass A {\n"
          "    static mutex m0; static mutex m1; static int x; static int y; static Box p;\n"
          "    static Data data = new Data; static Box one = new Box; static Box two = new Box;\n"
          "    /*@ ghost static int g; */\n",
          out);
    for (int k = 0; k < c->count; k++)
        print_method(c, k, false, out);
    for (int t = c->threads; t-- > 0;) {
        fprintf(out, t ? "    static void go%d() {\n" : "    activate static void run() {\n", t);
        fputs("        int r; Box n;\n", out);
        fputs(t ? "" : "        p = one;\n", out);
        print_script(c, t, false, out);
        fputs("    }\n", out);
    }
    fputs("};\n", out);
}

static void print_c(const Case *c, FILE *out)
{
    fputs("#include <pthread.h>\n#include <stdbool.h>\n#include <stdlib.h>\n"
          "extern bool __VERIFIER_nondet_bool(void);\nstruct box { int v, u; };\n"
          "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n"
          "static int x, y, data[2];\nstatic struct box one, two, *p = &one;\n"
          "/*@ ghost int g; */\n",
          out);
    for (int k = c->count; k-- > 0;)
        print_method(c, k, true, out);
    for (int t = c->threads; t-- > 0;) {
        if (t)
            fprintf(out, "static void *go%d(void *u)\n{\n", t);
        else
            fputs("int main(void)\n{\n        pthread_t t[3];\n", out);
        fputs("        int r = 0; struct box *n = NULL;\n", out);
        print_script(c, t, true, out);
        for (int k = 1; !t && k < c->threads; k++)
            fprintf(out, "        pthread_join(t[%d], NULL);\n", k);
        fputs(t ? "        return u;\n}\n" : "        return 0;\n}\n", out);
    }
}

void case_print(const Case *c, bool in_c, FILE *out)
{
    if (in_c)
        print_c(c, out);
    else
        print_zing(c, out);
}
