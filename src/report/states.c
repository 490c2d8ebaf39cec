/* states.c -- `heddle show --states`: scheduling points as nodes, transactions as edges, in the
 * language of Graphviz. */
#include <stdlib.h>

#include "report/report.h"

static void put_text(const char *text, FILE *out)
{
    for (; *text; text++)
        if (*text == '\n')
            fputs("\\n", out);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
}

static void put_node(const StateGraph *graph, size_t k, FILE *out)
{
    const GraphNode *node = &graph->nodes.at[k];
    fprintf(out, "  n%zu [label=\"", k);
    put_text(*node->label ? node->label : "all threads have ended", out);
    fprintf(out, "\"%s%s];\n", node->wrong ? ", color=red, fontcolor=red, penwidth=2" : "",
            k == 0 ? ", peripheries=2" : "");
}

static void put_edge(const Job *job, const GraphEdge *edge, FILE *out)
{
    Arena arena = {0};
    fprintf(out, "  n%u -> n%u [label=\"", edge->from, edge->to);
    put_text(edge->thread, out);
    fprintf(out, ": %u ", edge->pos.line);
    put_text(report_statement(job->sources, edge->pos, &arena), out);
    if (edge->actions > 1)
        fprintf(out, "\\n%u actions", edge->actions);
    fprintf(out, "\"%s];\n", job->graph.nodes.at[edge->to].wrong ? ", color=red" : "");
    arena_free(&arena);
}

static void put_graph(const Job *job, FILE *out)
{
    fputs("digraph states {\n  node [shape=box, fontname=monospace, fontsize=10, style=rounded];\n"
          "  edge [fontname=monospace, fontsize=9];\n",
          out);
    for (size_t k = 0; k < job->graph.nodes.len; k++)
        put_node(&job->graph, k, out);
    vec_each (GraphEdge, edge, &job->graph.edges)
        put_edge(job, edge, out);
    fputs("}\n", out);
}

static bool has_dot(void)
{
    return system("command -v dot >/dev/null 2>&1") == 0;
}

bool report_states(const Job *job, bool svg)
{
    if (!svg || !has_dot()) {
        put_graph(job, stdout);
        return !svg;
    }
    fflush(stdout);
    FILE *dot = popen("dot -Tsvg", "w");
    if (!dot)
        return false;
    put_graph(job, dot);
    return pclose(dot) == 0;
}
