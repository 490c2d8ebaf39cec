/* ghosts.c -- could a thread run that never does?  Then there is no deadlock.
 *
 * A ghost stands where it was forked.  Of those that refer to objects of the heap only the place is
 * known; they can run if the first action contains nothing to wait for. */
#include "engine/bound/program.h"
#include "flow/live.h"

/* It is tried under a number that no thread has. */
static uint32_t status(Task *task, GlobalId g, LocalId l)
{
    runner_run(&task->runner, (Tid){task->threads}, g, l, (StackId){0}, (RunFrom){0}, true,
               &task->out);
    return outcomes_status(&task->out);
}

/* From the point on: can something wait, or be called, before the next one? */
static bool may_wait(const Program *program, uint32_t begin)
{
    const Proc *proc = &program->procs.at[program_proc_at(program, begin)];
    VEC(bool) seen = {0};
    VEC(uint32_t) work = {0};
    Successors next = {0};
    bool may = false;
    vec_resize(&seen, proc->end - proc->begin);
    vec_push(&work, begin);
    while (work.len && !may) {
        uint32_t pc = vec_pop(&work);
        Op op = program->code.at[pc].op;
        may = op_info[op].blocks || op == OP_CALL || op == OP_CALLPTR;
        if (seen.at[pc - proc->begin] || (op == OP_POINT && pc != begin))
            continue;
        seen.at[pc - proc->begin] = true;
        flow_successors(program, pc, &next);
        vec_each (uint32_t, to, &next)
            vec_push(&work, *to);
    }
    vec_free(&seen);
    vec_free(&work);
    vec_free(&next);
    return may;
}

uint32_t task_ghosts(Task *task, GlobalId g)
{
    LocalId l;
    bool whole, unsure = false;
    uint32_t found = 0;
    for (uint32_t k = 0; machine_ghost(task->m, g, k, &l, &whole); k++) {
        if (whole)
            found |= status(task, g, l);
        else if (may_wait(task->job->program, machine_local_pc(task->m, l)))
            unsure = true;
        else
            found |= STATUS_RUNS;
    }
    task->stuck_ghosts |= unsure && !(found & STATUS_RUNS);
    return unsure ? STATUS_RUNS : found;
}
