/* visit.c -- see visit.h.
 *
 * One thread, of libmicrohttpd, talks to all visitors.  A request for a run is read to its end, put into the
 * queue, and its connection suspended; the thread of a cell resumes it when the run is over. */
#include "serve/visit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <microhttpd.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "serve/ask.h"

enum {
    MOST_BODY = 256 << 10,  /* bytes of a request */
    MOST_CONNECTIONS = 400, /* at once; the others wait to be let in */
    SILENT_SECONDS = 5,     /* nothing at all is sent: until then a connection does not come in */
    IDLE_SECONDS = 15,      /* nothing is sent */
    REQUEST_SECONDS = 30,   /* for a request, or for taking the answer, however busy ... */
    CROWDED = 300,          /* ... if there are no more connections than this; else ... */
    CROWDED_SECONDS = 5
};

typedef struct Request {
    Server *server;
    struct MHD_Connection *connection;
    Visitor *visitor;
    char *body;
    size_t len;
    bool large;
    bool asked; /* the errand is in the queue, or done */
    Ask ask;
    Errand errand;
} Request;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void count_refusal(Server *server, Refusal why)
{
    pthread_mutex_lock(&server->lock);
    server->refused[why]++;
    pthread_mutex_unlock(&server->lock);
}

/* ---- answers ---- */

static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status, const char *type,
                              char *text, size_t len, enum MHD_ResponseMemoryMode mode)
{
    static const char *const headers[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
        {"Content-Security-Policy",
         "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src "
         "'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    };
    struct MHD_Response *response = MHD_create_response_from_buffer(len, text, mode);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", type);
    for (size_t k = 0; k < sizeof headers / sizeof *headers; k++)
        MHD_add_response_header(response, headers[k][0], headers[k][1]);
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE)
        MHD_add_response_header(response, "Retry-After", "5");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "GET, HEAD, POST");
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result answer_json(struct MHD_Connection *connection, unsigned status, json_t *root)
{
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    if (!text)
        return MHD_NO;
    return answer(connection, status, "application/json; charset=utf-8", text, strlen(text),
                  MHD_RESPMEM_MUST_FREE);
}

static enum MHD_Result refuse(Request *r, Refusal kind, unsigned status, const char *why)
{
    count_refusal(r->server, kind);
    return answer_json(r->connection, status, json_pack("{s:s}", "refused", why));
}

/* Bytes that are no UTF-8 become `?`. */
static json_t *text_object(const CellText *text)
{
    json_t *string = json_stringn(text->at ? text->at : "", text->len);
    if (string)
        return string;
    for (size_t k = 0; k < text->len; k++)
        if ((unsigned char)text->at[k] >= 0x80)
            text->at[k] = '?';
    string = json_stringn(text->at, text->len);
    return string ? string : json_string("");
}

static const char *end_text(const CellRun *run, char *text, size_t size)
{
    switch (run->end) {
    case CELL_EXITED:
        return run->page.cut                  ? "the page of this run is too large to be sent"
               : run->out.cut || run->err.cut ? "there was more to say than is sent"
                                              : "";
    case CELL_KILLED:
        snprintf(text, size, "the run was ended (%s): it has used up what it may have",
                 strsignal(run->status));
        return text;
    case CELL_LATE:
        return "the run took too long, and was ended";
    case CELL_BROKEN:
        break;
    }
    return "the run could not be started";
}

static enum MHD_Result answer_run(Request *r)
{
    char text[128];
    const CellRun *run = &r->errand.run;
    static const char *const ends[] = {"exited", "killed", "late", "broken"};
    return answer_json(r->connection, MHD_HTTP_OK,
                       json_pack("{s:s, s:i, s:f, s:s, s:o, s:o, s:o}", "end", ends[run->end],
                                 "status", run->end == CELL_EXITED ? run->status : -1, "seconds",
                                 run->seconds, "note", end_text(run, text, sizeof text), "text",
                                 text_object(&run->out), "messages", text_object(&run->err), "page",
                                 text_object(&run->page)));
}

static const char *const refusal_names[REFUSALS] = {"queue full",   "too large", "not offered",
                                                    "another site", "not HTTP",  "too slow"};

static enum MHD_Result answer_status(Request *r)
{
    Server *server = r->server;
    QueueCounts counts = queue_counts(server->queue);
    json_t *refused = json_object();
    pthread_mutex_lock(&server->lock);
    for (int k = 0; k < REFUSALS; k++)
        json_object_set_new(refused, refusal_names[k],
                            json_integer((json_int_t)server->refused[k]));
    json_int_t visits = (json_int_t)server->visits;
    int open = (int)server->here;
    pthread_mutex_unlock(&server->lock);
    return answer_json(r->connection, MHD_HTTP_OK,
                       json_pack("{s:i, s:i, s:I, s:i, s:I, s:o, s:s, s:{s:i, s:i, s:i, s:i, s:i}}",
                                 "running", (int)counts.running, "waiting", (int)counts.waiting,
                                 "done", (json_int_t)counts.done, "connections_open", open,
                                 "connections_so_far", visits, "refused", refused, "sandbox",
                                 server->wall, "limits", "seconds", (int)server->limits.seconds,
                                 "megabytes", (int)server->limits.megabytes, "at_once",
                                 (int)counts.cells, "waiting", (int)counts.most_waiting,
                                 "program_bytes", (int)MOST_BODY));
}

/* ---- who asks ---- */

static const char *header(Request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

/* `localhost:80`, `127.0.0.1`, `[::1]:8026` */
static bool is_local_name(const char *host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t len = strlen(names[k]);
        if (strncasecmp(host, names[k], len) == 0 && (!host[len] || host[len] == ':'))
            return true;
    }
    return false;
}

/* A page of another site can send requests here, from the browser of somebody who is here.  It cannot
 * pretend to be of this site: its browser says where it is from. */
static bool is_foreign(Request *r)
{
    const char *host = header(r, "Host"), *origin = header(r, "Origin");
    if (r->server->loopback && (!host || !is_local_name(host)))
        return true;
    if (!origin)
        return false;
    return !host || strncmp(origin, "http", 4) != 0 || !strstr(origin, "://") ||
           strcmp(strstr(origin, "://") + 3, host) != 0;
}

/* ---- runs ---- */

static void errand_finished(void *self)
{
    Request *r = self;
    MHD_resume_connection(r->connection);
}

static enum MHD_Result begin_run(Request *r)
{
    char why[160];
    const char *type = header(r, "Content-Type");
    if (r->large)
        return refuse(r, REFUSED_LARGE, MHD_HTTP_CONTENT_TOO_LARGE,
                      "the program is too large: a request may have 256 kilobytes");
    if (!type || strncmp(type, "application/json", 16) != 0)
        return refuse(r, REFUSED_WRONG, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                      "a request for a run must be application/json");
    const char *wrong = ask_read(&r->ask, r->body, r->len, why, sizeof why);
    if (wrong)
        return refuse(r, REFUSED_WRONG, MHD_HTTP_BAD_REQUEST, wrong);
    if (!queue_has_room(r->server->queue))
        return refuse(r, REFUSED_FULL, MHD_HTTP_SERVICE_UNAVAILABLE,
                      "too many programs wait already: try again in a few seconds");
    const CellLimits *limits = &r->server->limits;
    ask_add(&r->ask, "--color=never");
    ask_add(&r->ask, "--progress=none");
    ask_add(&r->ask, "--time-limit=%u", limits->seconds);
    ask_add(&r->ask, "--memory-limit=%u", limits->megabytes / 2);
    if (strcmp(r->ask.command, "infer") != 0)
        ask_add(&r->ask, "--html=report.html");
    r->errand = (Errand){.run = {.command = r->ask.command,
                                 .options = (const char *const *)r->ask.options,
                                 .name = r->ask.name,
                                 .text = r->ask.text,
                                 .len = r->ask.len},
                         .finished = errand_finished,
                         .self = r};
    r->asked = true;
    MHD_suspend_connection(r->connection);
    if (!queue_put(r->server->queue, &r->errand)) { /* the server ends */
        r->errand.run.end = CELL_KILLED;
        r->errand.done = true;
        MHD_resume_connection(r->connection);
    }
    return MHD_YES;
}

/* ---- requests ---- */

static void touch_visitor(Request *r, bool waits)
{
    pthread_mutex_lock(&r->server->lock);
    if (r->visitor) {
        r->visitor->since = now();
        r->visitor->waits = waits;
    }
    pthread_mutex_unlock(&r->server->lock);
}

static enum MHD_Result answer_request(Request *r, const char *url, const char *method)
{
    bool get = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
    bool post = strcmp(method, "POST") == 0;
    if (is_foreign(r))
        return refuse(r, REFUSED_FOREIGN, MHD_HTTP_FORBIDDEN,
                      "this address is for its own page only");
    if (!get && !post)
        return refuse(r, REFUSED_WRONG, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and POST");
    if (get && strcmp(url, "/") == 0)
        return answer(r->connection, MHD_HTTP_OK, "text/html; charset=utf-8", r->server->page,
                      r->server->page_len, MHD_RESPMEM_PERSISTENT);
    if (get && strcmp(url, "/status") == 0)
        return answer_status(r);
    if (post && strcmp(url, "/run") == 0)
        return begin_run(r);
    return refuse(r, REFUSED_WRONG, MHD_HTTP_NOT_FOUND, "there is no such page");
}

static void add_body(Request *r, const char *data, size_t len)
{
    r->large |= len > MOST_BODY - r->len;
    char *longer = r->large ? NULL : realloc(r->body, r->len + len);
    if (!longer)
        return;
    r->body = longer;
    memcpy(r->body + r->len, data, len);
    r->len += len;
}

static Request *new_request(Server *server, struct MHD_Connection *connection)
{
    Request *r = calloc(1, sizeof *r);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (!r)
        return NULL;
    r->server = server;
    r->connection = connection;
    r->visitor = info ? info->socket_context : NULL;
    return r;
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *len, void **context)
{
    (void)version;
    Request *r = *context;
    if (!r) {
        *context = r = new_request(self, connection);
        if (r) {
            const char *promised = header(r, "Content-Length");
            if (promised && strtoull(promised, NULL, 10) > MOST_BODY)
                return refuse(r, REFUSED_LARGE, MHD_HTTP_CONTENT_TOO_LARGE,
                              "the program is too large: a request may have 256 kilobytes");
        }
        return r ? MHD_YES : MHD_NO;
    }
    if (*len) {
        add_body(r, data, *len);
        *len = 0;
        return MHD_YES;
    }
    if (r->asked && !r->errand.done)
        return MHD_YES;
    touch_visitor(r, false);
    if (r->asked)
        return answer_run(r);
    touch_visitor(r, strcmp(url, "/run") == 0);
    enum MHD_Result result = answer_request(r, url, method);
    if (!r->asked)
        touch_visitor(r, false);
    return result;
}

static void on_completed(void *self, struct MHD_Connection *connection, void **context,
                         enum MHD_RequestTerminationCode code)
{
    (void)self, (void)connection, (void)code;
    Request *r = *context;
    if (!r)
        return;
    touch_visitor(r, false);
    cell_free(&r->errand.run);
    ask_free(&r->ask);
    free(r->body);
    free(r);
    *context = NULL;
}

/* ---- connections ---- */

/* A connection comes in when it has sent something, if it does so soon: what begins like no HTTP, such as TLS, is told
 * so at once, where the library would wait for the end of a line. */
static bool turn_away(int socket)
{
    static const char text[] =
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 31\r\n"
        "Connection: close\r\n\r\nthis is http, without TLS here\n";
    char first;
    if (recv(socket, &first, 1, MSG_PEEK | MSG_DONTWAIT) != 1 || (first >= 'A' && first <= 'Z') ||
        first == '\r' || first == '\n')
        return false;
    ssize_t sent = send(socket, text, sizeof text - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent; /* who does not take the answer has none */
    return shutdown(socket, SHUT_RDWR) == 0;
}

static void on_connection(void *self, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code)
{
    Server *server = self;
    pthread_mutex_lock(&server->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        Visitor *visitor = calloc(1, sizeof *visitor);
        if (visitor) {
            *visitor = (Visitor){
                .socket = info ? info->connect_fd : -1, .since = now(), .next = server->visitors};
            server->visitors = visitor;
            if (visitor->socket >= 0 && turn_away(visitor->socket)) {
                visitor->socket = -1;
                server->refused[REFUSED_BROKEN]++;
            }
        }
        server->visits++;
        server->here++;
        *context = visitor;
    } else {
        Visitor **at = &server->visitors;
        while (*at && *at != *context)
            at = &(*at)->next;
        if (*at)
            *at = (*at)->next;
        free(*context);
        *context = NULL;
        server->here--;
    }
    pthread_mutex_unlock(&server->lock);
}

static void on_trouble(void *self, const char *format, va_list arguments)
{
    (void)format, (void)arguments;
    Server *server = self;
    pthread_mutex_lock(&server->lock);
    if (server->closing)
        server->closing--;
    else
        server->refused[REFUSED_BROKEN]++;
    pthread_mutex_unlock(&server->lock);
}

void visit_tend(Server *server)
{
    pthread_mutex_lock(&server->lock);
    double late = now() - (server->here > CROWDED ? CROWDED_SECONDS : REQUEST_SECONDS);
    for (Visitor *visitor = server->visitors; visitor; visitor = visitor->next)
        if (!visitor->waits && visitor->since < late && visitor->socket >= 0) {
            shutdown(visitor->socket, SHUT_RDWR);
            visitor->socket = -1;
            server->closing++;
            server->refused[REFUSED_SLOW]++;
        }
    for (int k = 0; k < REFUSALS; k++)
        if (server->refused[k] > server->told[k]) {
            fprintf(stderr, "heddle: serve: refused %llu: %s\n",
                    server->refused[k] - server->told[k], refusal_names[k]);
            server->told[k] = server->refused[k];
        }
    pthread_mutex_unlock(&server->lock);
}

struct MHD_Daemon *visit_begin(Server *server, const char *address, unsigned port)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    bool is_v4 = inet_pton(AF_INET, address, &v4.sin_addr) == 1;
    errno = EINVAL;
    if (!is_v4 && inet_pton(AF_INET6, address, &v6.sin6_addr) != 1)
        return NULL;
    server->loopback =
        is_v4 ? ntohl(v4.sin_addr.s_addr) >> 24 == 127 : IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr);
    unsigned flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO | MHD_ALLOW_SUSPEND_RESUME |
                     MHD_USE_ERROR_LOG | (is_v4 ? 0 : MHD_USE_IPv6);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        flags, (uint16_t)port, NULL, NULL, on_request, server, MHD_OPTION_EXTERNAL_LOGGER,
        on_trouble, server, MHD_OPTION_SOCK_ADDR,
        is_v4 ? (struct sockaddr *)&v4 : (struct sockaddr *)&v6, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, server, MHD_OPTION_NOTIFY_CONNECTION,
        on_connection, server, MHD_OPTION_END);
    const union MHD_DaemonInfo *info =
        daemon ? MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_LISTEN_FD) : NULL;
    int seconds = SILENT_SECONDS;
    if (info) /* where it does not work, who says nothing comes in at once */
        setsockopt(info->listen_fd, IPPROTO_TCP, TCP_DEFER_ACCEPT, &seconds, sizeof seconds);
    return daemon;
}

unsigned visit_port(struct MHD_Daemon *daemon)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

void visit_end(struct MHD_Daemon *daemon)
{
    MHD_stop_daemon(daemon);
}
