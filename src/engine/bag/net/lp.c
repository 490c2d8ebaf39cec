/* lp.c -- see lp.h.  The only file that knows Clp. */
#include "engine/bag/net/lp.h"

#include <coin/Clp_C_Interface.h>
#include <float.h>

#include "base/library.h"
#include "base/memory.h"

struct Lp {
    Clp_Simplex *clp;
    int rows, columns;
    uint64_t pivots;
};

enum { NO_PERTURBATION = 100, SCALING_OFF = 0, MOST_PIVOTS = 200000 };

bool lp_load(char *why, size_t size)
{
    return library_load(HEDDLE_CLP, why, size);
}

Lp *lp_new(const LpMatrix *matrix, const double *cost, const double *least, const double *upper)
{
    Lp *lp = memory_alloc(sizeof *lp);
    double *top = memory_alloc((size_t)matrix->columns * sizeof *top);
    double *low = memory_alloc((size_t)matrix->rows * sizeof *low);
    double *high = memory_alloc((size_t)matrix->rows * sizeof *high);
    for (int j = 0; j < matrix->columns; j++)
        top[j] = upper[j] < 0 ? DBL_MAX : upper[j];
    for (int i = 0; i < matrix->rows; i++)
        high[i] = DBL_MAX;
    lp->clp = Clp_newModel();
    lp->rows = matrix->rows;
    lp->columns = matrix->columns;
    Clp_setLogLevel(lp->clp, 0);
    Clp_loadProblem(lp->clp, matrix->columns, matrix->rows, matrix->first, matrix->row,
                    matrix->value, least, top, cost, low, high);
    Clp_setPerturbation(lp->clp, NO_PERTURBATION);
    Clp_scaling(lp->clp, SCALING_OFF);
    Clp_setMaximumIterations(lp->clp, MOST_PIVOTS);
    memory_free(top);
    memory_free(low);
    memory_free(high);
    return lp;
}

void lp_free(Lp *lp)
{
    if (!lp)
        return;
    Clp_deleteModel(lp->clp);
    memory_free(lp);
}

void lp_set_row(Lp *lp, uint32_t row, double lower)
{
    Clp_rowLower(lp->clp)[row] = lower;
}

void lp_set_upper(Lp *lp, uint32_t column, double upper)
{
    Clp_columnUpper(lp->clp)[column] = upper < 0 ? DBL_MAX : upper;
}

LpResult lp_solve(Lp *lp)
{
    Clp_setNumberIterations(lp->clp, 0);
    Clp_dual(lp->clp, 0);
    lp->pivots += (uint64_t)Clp_numberIterations(lp->clp);
    switch (Clp_status(lp->clp)) {
    case 0:
        return LP_OPTIMAL;
    case 1:
        return LP_INFEASIBLE;
    default:
        return LP_FAILED;
    }
}

double lp_value(Lp *lp)
{
    return Clp_objectiveValue(lp->clp);
}

const double *lp_columns(Lp *lp)
{
    return Clp_primalColumnSolution(lp->clp);
}

const double *lp_row_duals(Lp *lp)
{
    return Clp_dualRowSolution(lp->clp);
}

bool lp_ray(Lp *lp, double *y)
{
    double *ray = Clp_infeasibilityRay(lp->clp);
    if (!ray)
        return false;
    double sum = 0;
    for (int i = 0; i < lp->rows; i++)
        sum += ray[i];
    for (int i = 0; i < lp->rows; i++) /* Clp's sign differs between versions */
        y[i] = sum < 0 ? -ray[i] : ray[i];
    Clp_freeRay(lp->clp, ray);
    return true;
}

uint64_t lp_pivots(const Lp *lp)
{
    return lp->pivots;
}
