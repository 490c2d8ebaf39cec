/* wire.c -- messages: `Content-Length: N`, an empty line, N bytes of JSON. */
#include "lsp/lsp.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MOST_HEADER = 4096, MOST_BODY = 1 << 28 };

static void drop(Text *input, size_t count)
{
    memmove(input->at, input->at + count, input->len - count);
    input->len -= count;
}

/* The length that the headers say; -1: they do not. */
static long long find_length(const char *at, const char *end)
{
    static const char name[] = "Content-Length:";
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (strncasecmp(at, name, sizeof name - 1) == 0) {
            char *rest;
            long long length = strtoll(at + sizeof name - 1, &rest, 10);
            return rest == at + sizeof name - 1 || length < 0 || length > MOST_BODY ? -1 : length;
        }
        at = stop ? stop + 1 : end;
    }
    return -1;
}

json_t *wire_take(Text *input, WireState *state)
{
    const char *end = input->len ? memmem(input->at, input->len, "\r\n\r\n", 4) : NULL;
    if (!end) {
        *state = input->len > MOST_HEADER ? WIRE_LOST : WIRE_MORE;
        return NULL;
    }
    size_t header = (size_t)(end - input->at) + 4;
    long long length = find_length(input->at, end + 2);
    bool whole = length >= 0 && input->len - header >= (size_t)length;
    *state = length < 0 ? WIRE_LOST : WIRE_MORE;
    if (!whole)
        return NULL;
    json_t *message = json_loadb(input->at + header, (size_t)length, 0, NULL);
    drop(input, header + (size_t)length);
    *state = json_is_object(message) ? WIRE_TAKEN : WIRE_BAD;
    if (*state == WIRE_TAKEN)
        return message;
    json_decref(message);
    return NULL;
}

static bool write_all(const char *at, size_t len)
{
    while (len) {
        ssize_t wrote = write(STDOUT_FILENO, at, len);
        if (wrote < 0 && errno != EINTR)
            return false;
        at += wrote > 0 ? wrote : 0;
        len -= wrote > 0 ? (size_t)wrote : 0;
    }
    return true;
}

static void send_message(Server *s, json_t *message)
{
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    char *text = json_dumps(message, JSON_COMPACT), head[64];
    json_decref(message);
    if (!text || s->broken) {
        free(text);
        return;
    }
    int len = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", strlen(text));
    s->broken = !write_all(head, (size_t)len) || !write_all(text, strlen(text));
    free(text);
}

void wire_notify(Server *s, const char *method, json_t *params)
{
    send_message(s, json_pack("{s:s, s:o}", "method", method, "params", params));
}

void wire_request(Server *s, const char *method, json_t *params)
{
    send_message(s, json_pack("{s:i, s:s, s:o}", "id", (int)++s->last_request, "method", method,
                              "params", params));
}

void wire_answer(Server *s, const json_t *id, json_t *result)
{
    send_message(s, json_pack("{s:O, s:o}", "id", id, "result", result));
}

void wire_refuse(Server *s, const json_t *id, int code, const char *why)
{
    json_t *answer = json_pack("{s:{s:i, s:s}}", "error", "code", code, "message", why);
    json_object_set_new(answer, "id", id ? json_deep_copy(id) : json_null());
    send_message(s, answer);
}
