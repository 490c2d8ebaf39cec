/* concurrent.c -- see concurrent.h. */
#include "command/concurrent.h"

#include "engine/bag/task/task.h"
#include "engine/bag/task/task_apart.h"
#include "engine/explore/explore.h"

/* Tasks interleave.  If those of different thread objects keep apart that is enough; otherwise a
 * task is a thread, of which explore can have so many. */
void concurrent_run(Job *job)
{
    enum { CONCURRENT_TASKS = 8 };
    job_clear(job);
    const char *why = job->serialized ? tasks_apart(job) : "they are no tasks of SPL";
    if (!budget_exhausted(&job->budget) && !why) {
        job->engine = engine_tasks.name;
        job->verdict = VERDICT_SAFE;
        job->why = "every asynchronous method is atomic: thread objects share only what is read";
        return;
    }
    job->most_threads = CONCURRENT_TASKS;
    job_clear(job);
    engine_run(&engine_explore, job);
    job->stats.work = job->budget.work;
    job->why = "is every asynchronous method atomic?";
    if (job->verdict == VERDICT_BOUNDED)
        job->reason = arena_print(&job->arena,
                                  "every asynchronous method is atomic in all runs of at most %d "
                                  "tasks, and there are longer ones, of which this is not known: "
                                  "%s",
                                  CONCURRENT_TASKS, why);
}
