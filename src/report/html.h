/* html.h -- the parts of the page that are not about runs. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "report/json.h"

json_t *report_html_checks(const Job *job);    /* of prove */
json_t *report_html_summaries(const Job *job); /* of summary */

#endif
