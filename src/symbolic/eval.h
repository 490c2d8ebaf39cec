/* eval.h -- one instruction over terms: operands are fetched, the theory or the memory says what the
 * result is, and it is put where it belongs.
 *
 * An engine keeps registers as it likes (path by path, merged at joins) and gives them to the
 * evaluator through a few functions.  Control, threads and specifications are its own. */
#ifndef SYMBOLIC_EVAL_H
#define SYMBOLIC_EVAL_H

#include "symbolic/memory.h"
#include "symbolic/theory.h"

/* How an engine is asked; the same for all its instructions. */
typedef struct Evaluator {
    Sym (*operand)(void *of, Ref ref, Type type);
    void (*set)(void *of, int32_t reg, Sym value);
    /* The result of the instruction is not known. */
    Sym (*any)(void *of, const Instr *i, Type type);
    /* The run is an error unless it holds.  NULL: the engine does not judge such errors. */
    void (*need)(void *of, Need need);
    /* It is not known when the instruction is an error.  NULL likewise. */
    void (*unclear)(void *of, const Instr *i);
    /* The instruction has no meaning here. */
    void (*refuse)(void *of, const Instr *i, const char *why);
    const Memory *memory;
} Evaluator;

/* Where the run is. */
typedef struct Eval {
    const Evaluator *by;
    const Theory *theory;
    const Program *program;
    void *of;
} Eval;

/* False: the instruction is the engine's own, see meaning.h. */
bool eval_instr(const Eval *e, const Instr *i);

#endif
