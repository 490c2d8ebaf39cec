/* math.c -- functions of <math.h>, by the host's library, as all arithmetic of floats is the host's. */
#include <math.h>
#include <string.h>

#include "machine/internal.h"

typedef struct {
    double (*one)(double), (*two)(double, double);
    float (*one_single)(float), (*two_single)(float, float);
} Function;

#define MATH1(name) {.one = name, .one_single = name##f},
#define MATH2(name) {.two = name, .two_single = name##f},
static const Function functions[] = {
#include "ir/math.def"
};

static float single(uint64_t value)
{
    uint32_t low = (uint32_t)value;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
}

static double whole(uint64_t value)
{
    double d;
    memcpy(&d, &value, sizeof d);
    return d;
}

void do_MATH(Machine *m, const Instr *i)
{
    const Function *f = &functions[math_find(m->program->strings.at[i->other])];
    uint64_t a = get(m, i->a), b = get(m, i->b), result = 0;
    if (i->type.bits == 32) {
        float r = f->one_single ? f->one_single(single(a)) : f->two_single(single(a), single(b));
        memcpy(&result, &r, sizeof r);
    } else {
        double r = f->one ? f->one(whole(a)) : f->two(whole(a), whole(b));
        memcpy(&result, &r, sizeof r);
    }
    m->regs[i->dst] = result;
}
