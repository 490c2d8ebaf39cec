/* orders.c -- check --suggest-orders: which memory orders are enough. */
#include "report/json.h"
#include "report/orders.h"

enum { LONGEST_STATEMENT = 70 };

static void print_advice(const Job *job, const OrderAdvice *advice, FILE *out)
{
    Arena arena = {0};
    const char *text = report_statement(job->sources, advice->pos, &arena);
    fprintf(out, "  %s:%u: %s is %s", report_file_name(job, advice->pos), advice->pos.line,
            advice->access, order_text[advice->order]);
    if (advice->enough != advice->order)
        fprintf(out, ", %s %s", order_text[advice->enough],
                job->verdict == VERDICT_BUG ? "repairs it" : "is enough");
    fprintf(out, "%s%s\n", *advice->why ? "; " : "", advice->why);
    if (text && *text)
        fprintf(out, "      %.*s\n", LONGEST_STATEMENT, text);
    arena_free(&arena);
}

void report_orders(const Job *job, FILE *out)
{
    if (job->orders_note)
        fprintf(out, "orders: %s\n", job->orders_note);
    if (!job->orders.len)
        return;
    fprintf(out,
            "orders (%u variants of this program were checked, for errors; with weaker orders some "
            "could wait for ever):\n",
            job->orders_checked);
    vec_each (OrderAdvice, advice, &job->orders)
        print_advice(job, advice, out);
}

json_t *report_orders_json(const Job *job)
{
    json_t *all = json_array();
    vec_each (OrderAdvice, advice, &job->orders) {
        json_t *object = json_object();
        json_object_set_new(object, "file", report_json_text(report_file_name(job, advice->pos)));
        json_object_set_new(object, "line", json_integer(advice->pos.line));
        json_object_set_new(object, "access", report_json_text(advice->access));
        json_object_set_new(object, "order", report_json_text(order_text[advice->order]));
        json_object_set_new(object, "enough", report_json_text(order_text[advice->enough]));
        json_object_set_new(object, "why", report_json_text(advice->why));
        json_array_append_new(all, object);
    }
    return all;
}
