/* recursion.c -- which procedures can be on a stack twice, and can any thread come to one?  And
 * where does an action begin that may have to wait?
 *
 * A call through a pointer may call every procedure of its type whose address the program knows. */
#include "engine/bound/program.h"

typedef struct Graph {
    const Program *program;
    VEC(uint32_t) known; /* procedures whose address is a constant */
    VEC(bool) seen;
    VEC(uint32_t) work;
} Graph;

static void find_known(Graph *graph)
{
    vec_each (uint64_t, constant, &graph->program->constants) {
        uint64_t proc = (*constant >> 32) - PROC_OBJECT;
        if (*constant >> 32 >= PROC_OBJECT && proc < graph->program->procs.len)
            vec_push(&graph->known, (uint32_t)proc);
    }
}

static void visit(Graph *graph, uint32_t proc)
{
    if (graph->seen.at[proc])
        return;
    graph->seen.at[proc] = true;
    vec_push(&graph->work, proc);
}

static void visit_called(Graph *graph, uint32_t proc, bool forks)
{
    const Proc *p = &graph->program->procs.at[proc];
    for (uint32_t pc = p->begin; pc < p->end; pc++) {
        const Instr *i = &graph->program->code.at[pc];
        if (i->op == OP_CALL || (forks && i->op == OP_FORK))
            visit(graph, i->other);
        if (i->op == OP_CALLPTR)
            vec_each (uint32_t, known, &graph->known)
                if (program_may_lead(graph->program, i, &graph->program->procs.at[*known]))
                    visit(graph, *known);
    }
}

static void clear(Graph *graph)
{
    graph->seen.len = 0;
    vec_resize(&graph->seen, graph->program->procs.len);
}

/* Can the procedure be called by itself, through others? */
static bool is_recursive(Graph *graph, uint32_t proc)
{
    clear(graph);
    visit_called(graph, proc, false);
    while (graph->work.len)
        visit_called(graph, vec_pop(&graph->work), false);
    return graph->seen.at[proc];
}

void recursion_find(const Program *program, Recursion *recursion)
{
    Graph graph = {.program = program};
    find_known(&graph);
    for (uint32_t p = 0; p < program->procs.len; p++)
        vec_push(&recursion->recursive, is_recursive(&graph, p));
    clear(&graph);
    vec_each (Thread, thread, &program->threads)
        visit(&graph, thread->proc);
    while (graph.work.len)
        visit_called(&graph, vec_pop(&graph.work), true);
    for (uint32_t p = 0; p < program->procs.len; p++)
        recursion->some |= graph.seen.at[p] && recursion->recursive.at[p];
    vec_resize(&recursion->waits, program->code.len);
    vec_each (Instr, i, &program->code)
        if (op_info[i->op].blocks)
            recursion->waits.at[i->target] = true;
    vec_free(&graph.known);
    vec_free(&graph.seen);
    vec_free(&graph.work);
}

void recursion_free(Recursion *recursion)
{
    vec_free(&recursion->recursive);
    vec_free(&recursion->waits);
}
