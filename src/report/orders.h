/* orders.h -- the part of a report that proposes memory orders. */
#ifndef REPORT_ORDERS_H
#define REPORT_ORDERS_H

#include "report/json.h"

void report_orders(const Job *job, FILE *out);
json_t *report_orders_json(const Job *job);

#endif
