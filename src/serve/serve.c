/* serve.c -- see serve.h. */
#include "serve/serve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/library.h"
#include "serve/page.h"
#include "serve/visit.h"
#include "serve/wall.h"

/* The folder of all cells; false: errno says why there is none. */
static bool make_folder(char *folder, size_t size)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, size, "%s/heddle-serve-XXXXXX", parent && *parent ? parent : "/tmp");
    return mkdtemp(folder) && chmod(folder, 0711) == 0; /* another user passes through it */
}

/* All threads leave these signals to the one that waits for them. */
static void block_signals(sigset_t *signals)
{
    sigemptyset(signals);
    sigaddset(signals, SIGINT);
    sigaddset(signals, SIGTERM);
    sigaddset(signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, signals, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static void say_where(const Server *server, const ServeOptions *options, unsigned port)
{
    bool six = strchr(options->address, ':') != NULL;
    printf("http://%s%s%s:%u/\n", six ? "[" : "", options->address, six ? "]" : "", port);
    printf("  sandbox: %s\n  a run: %u s, %u MB; %u at once, %u wait\n", server->wall,
           options->seconds, options->megabytes, options->at_once, options->waiting);
    if (!server->loopback)
        puts("  everybody who reaches this address can use it");
    fflush(stdout);
}

static void wait_for_end(Server *server, const sigset_t *signals)
{
    const struct timespec second = {.tv_sec = 1};
    for (;;) {
        int got = sigtimedwait(signals, NULL, &second);
        if (got > 0)
            return;
        visit_tend(server);
    }
}

static bool serve(Server *server, const ServeOptions *options, char *why, size_t size)
{
    sigset_t signals;
    block_signals(&signals);
    server->page = page_text(&server->page_len);
    struct MHD_Daemon *daemon =
        server->page ? visit_begin(server, options->address, options->port) : NULL;
    if (!daemon) {
        snprintf(why, size, "cannot listen at %s, port %u: %s", options->address, options->port,
                 strerror(errno));
        return false;
    }
    say_where(server, options, visit_port(daemon));
    wait_for_end(server, &signals);
    queue_free(server->queue);
    server->queue = NULL;
    visit_end(daemon);
    visit_tend(server);
    return true;
}

bool serve_run(const ServeOptions *options, char *why, size_t size)
{
    char folder[512];
    uint32_t parts = options->no_sandbox ? 0 : wall_parts();
    Server server = {.wall = wall_names(parts),
                     .limits = {.seconds = options->seconds,
                                .megabytes = options->megabytes,
                                .processes = 64,
                                .output = 1 << 20,
                                .page = 6 << 20}};
    if (!library_load(HEDDLE_MHD, why, size))
        return false;
    if (!options->no_sandbox && !wall_is_enough(parts)) {
        snprintf(why, size,
                 "this kernel keeps programs of others from files and network by: %s; that is not "
                 "enough (it takes Landlock, and namespaces or seccomp).  --no-sandbox serves "
                 "without, for programs that you trust",
                 wall_names(parts));
        return false;
    }
    if (!make_folder(folder, sizeof folder)) {
        snprintf(why, size, "cannot make the folder %s: %s", folder, strerror(errno));
        return false;
    }
    pthread_mutex_init(&server.lock, NULL);
    server.queue = queue_new(folder, options->at_once, options->waiting, parts, server.limits);
    bool served = server.queue && serve(&server, options, why, size);
    if (!server.queue && !served)
        snprintf(why, size, "cannot prepare a place to run: %s", strerror(errno));
    if (server.queue)
        queue_free(server.queue);
    rmdir(folder);
    free(server.page);
    pthread_mutex_destroy(&server.lock);
    return served;
}
