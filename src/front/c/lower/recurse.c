/* recurse.c -- see recurse.h.
 *
 * The graph of calls.  A call through a pointer leads to every function whose address is taken: to
 * node 0, which stands for all of them. */
#include "front/c/lower/recurse.h"

typedef VEC(uint32_t) Nodes;

typedef struct Graph {
    Unit *u;
    VEC(LLVMValueRef) functions; /* by node; node 0 is none */
    VEC(Nodes) callees;          /* by node */
    Map nodes;                   /* function -> node */
    Map seen;                    /* constants whose operands were looked at */
    VEC(uint32_t) visited;       /* node -> by the search from which node */
    Nodes work;
} Graph;

static void add_nodes(Graph *g)
{
    vec_push(&g->functions, NULL);
    for (LLVMValueRef f = LLVMGetFirstFunction(g->u->module); f; f = LLVMGetNextFunction(f))
        if (map_get(&g->u->reached, f) && !LLVMIsDeclaration(f)) {
            map_put(&g->nodes, f, (uint32_t)g->functions.len);
            vec_push(&g->functions, f);
        }
    vec_resize(&g->callees, g->functions.len);
    vec_resize(&g->visited, g->functions.len);
}

/* The address of each function in the constant is taken. */
static void take_addresses(Graph *g, LLVMValueRef value)
{
    if (!value || !LLVMIsConstant(value) || map_get(&g->seen, value))
        return;
    map_put(&g->seen, value, 1);
    if (LLVMIsAFunction(value)) {
        if (map_get(&g->nodes, value))
            vec_push(&g->callees.at[0], map_get(&g->nodes, value));
    } else if (LLVMIsAGlobalVariable(value))
        take_addresses(g, LLVMGetInitializer(value));
    else if (LLVMIsAGlobalAlias(value))
        take_addresses(g, LLVMAliasGetAliasee(value));
    else
        for (int k = 0; k < LLVMGetNumOperands(value); k++)
            take_addresses(g, LLVMGetOperand(value, (unsigned)k));
}

static void add_instruction(Graph *g, uint32_t node, LLVMValueRef i)
{
    int operands = LLVMGetNumOperands(i);
    if (LLVMIsACallInst(i)) {
        LLVMValueRef callee = LLVMGetCalledValue(i);
        if (!LLVMIsAFunction(callee))
            vec_push(&g->callees.at[node], 0);
        else if (map_get(&g->nodes, callee))
            vec_push(&g->callees.at[node], map_get(&g->nodes, callee));
        operands -= LLVMIsAFunction(callee) != NULL; /* it is the last one */
    }
    for (int k = 0; k < operands; k++)
        take_addresses(g, LLVMGetOperand(i, (unsigned)k));
}

static void add_calls(Graph *g, uint32_t node)
{
    LLVMValueRef f = g->functions.at[node];
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        if (map_get(&g->u->reached, b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                add_instruction(g, node, i);
}

static bool calls_itself(Graph *g, uint32_t node)
{
    bool found = false;
    g->work.len = 0;
    vec_push(&g->work, node);
    while (g->work.len && !found) {
        uint32_t at = vec_pop(&g->work);
        vec_each (uint32_t, callee, &g->callees.at[at]) {
            found |= *callee == node;
            if (g->visited.at[*callee] != node) {
                g->visited.at[*callee] = node;
                vec_push(&g->work, *callee);
            }
        }
    }
    return found;
}

void recurse_find(Unit *u)
{
    Graph g = {.u = u};
    add_nodes(&g);
    for (uint32_t node = 1; node < g.functions.len; node++)
        add_calls(&g, node);
    for (uint32_t node = 1; node < g.functions.len; node++)
        if (calls_itself(&g, node))
            map_put(&u->recursive, g.functions.at[node], 1);
    vec_each (Nodes, callees, &g.callees)
        vec_free(callees);
    vec_free(&g.functions);
    vec_free(&g.callees);
    vec_free(&g.visited);
    vec_free(&g.work);
    map_free(&g.nodes);
    map_free(&g.seen);
}
