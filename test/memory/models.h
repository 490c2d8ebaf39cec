/* models.h -- memory models that exist for tests only: they show that machine/memory.h is all that a
 * model needs, and that the machine keeps nothing from it. */
#ifndef TEST_MEMORY_MODELS_H
#define TEST_MEMORY_MODELS_H

#include "ir/program.h"

struct MemoryModel;

extern const struct MemoryModel rc11_model, c11_model, tso_model; /* machine/memory.h */
/* Every store gets to memory only after one more action of its thread; see delay.c. */
extern const struct MemoryModel delay_model;
/* A relaxed load may also read what the cell held before it was last written; see stale.c. */
extern const struct MemoryModel stale_model;

/* All states of the program under a model (NULL: sequentially consistent): `safe`, `bug assert`.
 * Returns how many it has looked at. */
enum { ANSWER = 64 };
uint32_t search(const Program *program, const struct MemoryModel *model, char answer[ANSWER]);

/* The whole execution graph, pruned by the axioms of check/axioms.h; see enumerate.c.  APART: RC11 with
 * updates as reads followed by writes.  races: a data race is an error. */
typedef enum EnumerateModel {
    ENUMERATE_RC11,
    ENUMERATE_C11,
    ENUMERATE_APART,
    ENUMERATE_SC,
    ENUMERATE_MODELS
} EnumerateModel;
const struct MemoryModel *enumerate_model(EnumerateModel model, bool races);
struct Machine;
bool enumerate_is_consistent(struct Machine *m); /* the graph of the loaded store */

/* What there is where no thread can go on. */
typedef struct Survey {
    VEC(uint64_t) outcomes; /* what the globals hold, as numbers; sorted */
    uint64_t complete; /* executions in which all threads have ended; graphs, if it is asked for */
    uint64_t blocked;  /* ... in which some have not */
    uint32_t states;
    bool racy;         /* there is a data race; such runs end there */
    const char *error; /* another one */
    bool too_many;     /* states: all this is a part */
} Survey;
typedef enum SurveyKind {
    SURVEY_ALL,          /* states */
    SURVEY_GRAPHS,       /* the model is one of enumerate.c: executions are counted as graphs */
    SURVEY_TRANSACTIONS, /* only those between transactions */
    SURVEY_PERSISTENT,   /* ... of threads that may go first, where there are such */
} SurveyKind;
/* All states of the program under a model. */
Survey survey(const Program *program, const struct MemoryModel *model, SurveyKind kind,
              uint32_t most_states);
void survey_free(Survey *survey);
const struct MemoryModel *survey_machine(bool c11); /* the view machine, of RC11 or C11 */
/* An outcome with one more global. */
#define SURVEY_NOTHING 14695981039346656037u
static inline uint64_t survey_add(uint64_t outcome, uint64_t value)
{
    return (outcome ^ value) * 1099511628211u ^ outcome >> 29;
}
void survey_sort(Survey *survey); /* its outcomes, each once */

/* The outcomes of a small program (small.h) in x86-TSO, see buffers.c. */
Survey buffers_survey(const char *text);

#endif
