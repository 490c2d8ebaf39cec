/* lp.h -- one sparse linear program, solved again and again from where the last solution was.
 *
 *   minimise cost . x   where   A x >= lower,  0 <= x <= upper
 *
 * Solved in floating point (Clp): its answers guide, nothing may rest on them alone. */
#ifndef ENGINE_BAG_NET_LP_H
#define ENGINE_BAG_NET_LP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Lp Lp;

typedef enum LpResult { LP_OPTIMAL, LP_INFEASIBLE, LP_FAILED } LpResult;

/* The columns of A: those of column j are row[first[j]] .. row[first[j + 1]], and value likewise.
 */
typedef struct LpMatrix {
    int rows, columns;
    const int *first, *row;
    const double *value;
} LpMatrix;

/* Loads Clp, before all else.  False: it is not there, with the reason. */
bool lp_load(char *why, size_t size);

/* cost, least and upper are by column; upper < 0: no bound.  All rows begin with lower = 0. */
Lp *lp_new(const LpMatrix *matrix, const double *cost, const double *least, const double *upper);
void lp_free(Lp *lp);
void lp_set_row(Lp *lp, uint32_t row, double lower);
void lp_set_upper(Lp *lp, uint32_t column, double upper);
LpResult lp_solve(Lp *lp);
/* After LP_OPTIMAL. */
double lp_value(Lp *lp);
const double *lp_columns(Lp *lp);
const double *lp_row_duals(Lp *lp);
/* After LP_INFEASIBLE: about y >= 0 with y A <= 0 and y . lower > 0, by row.  False: Clp has none.
 */
bool lp_ray(Lp *lp, double *y);
uint64_t lp_pivots(const Lp *lp); /* of all solutions so far: the work done */

#endif
