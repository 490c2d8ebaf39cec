/* files.c -- the files that a report can leave behind. */
#include "report/report.h"

typedef struct Output {
    const char *path; /* "": not asked for */
    bool needs_bug;   /* without one there is nothing to write */
    bool (*write)(const Job *job, const char *path);
} Output;

const char *report_files(const Job *job)
{
    const Options *options = job->options;
    const Output outputs[] = {
        {options->html, false, report_html},
        {options->sarif, false, report_sarif},
        {options->trace, true, report_trace},
        {options->witness, true, report_witness},
    };
    for (size_t k = 0; k < sizeof outputs / sizeof *outputs; k++) {
        const Output *output = &outputs[k];
        bool wanted = *output->path && (!output->needs_bug || job->bugs.len);
        if (wanted && !output->write(job, output->path))
            return output->path;
    }
    return NULL;
}
