/* native.c -- replay --native; see session.h. */
#include "native/native.h"

#include "command/session.h"

int session_replay_natively(Session *s)
{
#ifdef HEDDLE_C
    VEC(int) files = {0};
    for (size_t i = 0; i < s->operands.len; i++)
        vec_push(&files, (int)i);
    Native native = {.job = &s->job,
                     .bug = &s->job.bugs.at[0],
                     .sources = &s->sources,
                     .files = files.at,
                     .file_count = files.len,
                     .options = session_c_options(s),
                     .output = s->options.output,
                     .diag = &s->diag};
    int status = native_replay(&native, stdout);
    if (status == EXIT_INPUT)
        diag_print(&s->diag, stderr);
    vec_free(&files);
    return status;
#else
    (void)s;
    return EXIT_INTERNAL;
#endif
}
