/* dot.c -- a Program as a graph for Graphviz: a cluster a procedure, a node a basic block. */
#include <inttypes.h>

#include "ir/print.h"
#include "ir/shape.h"

/* Puts text inside a quoted string of dot; `begin` is where it starts in p->line. */
static void escape_from(Printer *p, size_t begin)
{
    VEC(char) text = {0};
    for (size_t i = begin; i < p->line.len; i++) {
        if (strchr("\"\\", p->line.at[i]))
            vec_push(&text, '\\');
        vec_push(&text, p->line.at[i]);
    }
    p->line.len = begin;
    print_put(p, "%.*s", (int)text.len, text.at ? text.at : "");
    vec_free(&text);
}

/* Does a block begin at pc?  Labels are all that is jumped to; heads are points of waiting. */
static bool begins_block(const Printer *p, uint32_t pc)
{
    uint32_t begin = p->proc->begin;
    return pc == begin || p->labels.at[pc - begin] || !op_info[p->program->code.at[pc - 1].op].next;
}

typedef struct Edges {
    Printer *p;
    uint32_t block; /* that they leave */
} Edges;

static void print_edge(void *context, uint32_t target, char letter)
{
    Edges *e = context;
    const char *style = letter == 'u'   ? " [style=dashed label=\"unwind\"]"
                        : letter == 'h' ? " [style=dotted label=\"wait\"]"
                        : letter == 'M' ? " [label=\"else\"]"
                                        : "";
    print_put(e->p, "    n%" PRIu32 " -> n%" PRIu32 "%s;\n", e->block, target, style);
}

static void print_block(Printer *p, uint32_t begin, uint32_t end)
{
    Edges edges = {p, begin};
    print_put(p, "    n%" PRIu32 " [label=\"", begin);
    if (p->labels.at[begin - p->proc->begin])
        print_put(p, "b%" PRIu32 ":\\l", p->labels.at[begin - p->proc->begin] - 1);
    for (uint32_t pc = begin; pc < end; pc++) {
        size_t start = p->line.len;
        print_put_instr(p, &p->program->code.at[pc]);
        escape_from(p, start);
        print_put(p, "\\l");
    }
    print_put(p, "\"];\n");
    for (uint32_t pc = begin; pc < end; pc++)
        print_each_target(p->program, &p->program->code.at[pc], print_edge, &edges);
    if (op_info[p->program->code.at[end - 1].op].next)
        print_edge(&edges, end, 'L');
    print_flush(p);
}

static void print_cluster(Printer *p, uint32_t index)
{
    const Proc *proc = &p->program->procs.at[index];
    print_enter(p, proc);
    print_put(p, "  subgraph cluster_%" PRIu32 " {\n    label=\"", index);
    size_t start = p->line.len;
    print_put(p, "%s", proc->name);
    escape_from(p, start);
    print_put(p, "\";\n");
    for (uint32_t pc = proc->begin, end; pc < proc->end; pc = end) {
        for (end = pc + 1; end < proc->end && !begins_block(p, end); end++)
            ;
        print_block(p, pc, end);
    }
    print_put(p, "  }\n");
    print_flush(p);
}

void ir_print_dot(const Program *program, FILE *out)
{
    Printer p;
    print_begin(&p, program, out);
    print_put(&p, "digraph program {\n  node [shape=box fontname=monospace];\n");
    for (size_t i = 0; i < program->procs.len; i++)
        print_cluster(&p, (uint32_t)i);
    print_put(&p, "}\n");
    print_flush(&p);
    print_end(&p);
}
