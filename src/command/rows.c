/* rows.c -- see rows.h.  The order of the rows is the order of the turns. */
#include "command/rows.h"

#include "command/asks.h"
#include "command/cegar.h"
#include "command/symbolic.h"
#include "command/tally.h"
#include "engine/bag/crowd/crowd.h"
#include "engine/bag/task/task.h"
#include "engine/bound/bound.h"
#include "engine/explore/explore.h"
#include "engine/hunt/hunt.h"
#include "engine/modular/modular.h"
#include "engine/summarize/summarize.h"

enum { LOOPS = ROW_LOOPS, CALLS = ROW_CALLS, TASKS = ROW_TASKS, REST = ROW_REST, LIVE = ROW_LIVE };
enum { BOTH = LOOPS | CALLS };

/* clang-format off */
static const Row rows[] = {
    /*                                                                   looks, first, later, share, counts, models */
    {&engine_explore,   LOOPS, NULL,           ROLE_SEARCH, EARLY_ALWAYS,  1,  6, 4, 4, true,  false},
    {&engine_summarize, LOOPS, asks_reduction, ROLE_SEARCH, EARLY_FIRST,   1,  1, 1, 4, true,  false},
    {&engine_summarize, CALLS, asks_reduction, ROLE_SEARCH, EARLY_FIRST,   1,  2, 2, 4, true,  false},
    {&engine_explore,   CALLS, NULL,           ROLE_SEARCH, EARLY_ALWAYS,  1,  1, 2, 4, true,  false},
    {&engine_bound,     CALLS, asks_recursion, ROLE_SEARCH, EARLY_FIRST,   1,  1, 2, 2, false, false},
    {&engine_tally,     BOTH,  asks_bug,       ROLE_PROOF,  EARLY_ALWAYS,  6, 12, 4, 4, false, false},
    {&engine_modular,   BOTH,  NULL,           ROLE_PROOF,  EARLY_NEVER,   0, 18, 2, 2, false, false},
    {&engine_symbolic,  BOTH,  asks_inputs,    ROLE_INPUTS, EARLY_FEW,     3,  3, 4, 2, false, false},
    {&engine_crowd,     BOTH,  NULL,           ROLE_CROWD,  EARLY_THREADS, 1,  2, 2, 2, false, false},
    {&engine_tasks,     TASKS, NULL,           ROLE_SEARCH, EARLY_ALWAYS,  1,  3, 4, 2, false, false},
    {&engine_cegar,     TASKS, asks_bug,       ROLE_PROOF,  EARLY_NEVER,   0,  3, 4, 2, false, false},
    {&engine_cegar,     BOTH,  asks_bug,       ROLE_PROOF,  EARLY_INPUTS,  1,  1, 4, 2, false, false},
    {&engine_hunt,      BOTH,  asks_bug,       ROLE_HUNT,   EARLY_SEARCH,  1,  2, 4, 8, false, false},
    {&engine_explore,   BOTH,  asks_weak,      ROLE_SEARCH, EARLY_ALWAYS,  1,  3, 4, 4, true,  true},
    {&engine_hunt,      BOTH,  asks_weak_bug,  ROLE_HUNT,   EARLY_SEARCH,  1,  2, 4, 8, false, true},
    {&engine_explore,   LIVE,  NULL,           ROLE_SEARCH, EARLY_ALWAYS,  1,  6, 4, 4, false, true},
    {&engine_hunt,      LIVE,  asks_bug,       ROLE_HUNT,   EARLY_SEARCH,  1,  2, 4, 8, false, false},
    {&engine_explore,   REST,  NULL,           ROLE_SEARCH, EARLY_NEVER,   0,  2, 0, 0, true,  false},
};
/* clang-format on */

const Row *rows_next(RowKind kind, const Row *after)
{
    const Row *row = after ? after + 1 : rows, *end = rows + sizeof rows / sizeof *rows;
    while (row < end && !(row->kinds & kind))
        row++;
    return row < end ? row : NULL;
}
