/* mpi.c -- peers (base/peers.h) by MPI, for heddle-mpi.
 *
 * mpirun starts a process that forks the one which does the work, and waits for it: if that one dies, or ends without the
 * others, it says so, with the status of "unknown".  mpirun ends all others then.
 *
 * Number 0 speaks for all.  What others say is kept, and shown only if they end without the others. */
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/peers.h"

enum { STATUS_UNKNOWN = 3 };
enum { PIECE = 1 << 22 }; /* bytes for one peer that travel at once */

/* ---- the process that waits ---- */

static void show_kept(int kept)
{
    char text[1 << 12];
    ssize_t len;
    lseek(kept, 0, SEEK_SET);
    while ((len = read(kept, text, sizeof text)) > 0)
        if (write(STDOUT_FILENO, text, (size_t)len) != len)
            return;
}

/* mpirun ends it: since another one has ended, or by Ctrl-C.  The one that it waits for goes with it. */
static void on_end(int number)
{
    (void)number;
    _exit(STATUS_UNKNOWN);
}

/* mpirun may say 1 then, whatever this one says. */
static void on_end_of_first(int number)
{
    static const char text[] = "heddle-mpi: unknown: mpirun has ended the search\n";
    ssize_t done = write(STDOUT_FILENO, text, sizeof text - 1);
    (void)done, (void)number;
    _exit(STATUS_UNKNOWN);
}

static _Noreturn void wait_for(pid_t child, int kept, const char *number)
{
    int status = 0;
    bool first = strcmp(number, "0") == 0;
    signal(SIGTERM, first ? on_end_of_first : on_end);
    signal(SIGINT, first ? on_end_of_first : on_end);
    while (waitpid(child, &status, 0) != child)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        _exit(0);
    show_kept(kept);
    if (WIFEXITED(status))
        _exit(WEXITSTATUS(status));
    printf("heddle-mpi: unknown: process %s has died: signal %d (it was killed, or there was no "
           "memory left)\n",
           number, WTERMSIG(status));
    fflush(stdout);
    _exit(STATUS_UNKNOWN);
}

/* Where what others than number 0 say is kept. */
static int fork_worker(void)
{
    const char *number = getenv("OMPI_COMM_WORLD_RANK");
    int kept = memfd_create("heddle", MFD_CLOEXEC);
    pid_t parent = getpid(), child = kept < 0 ? -1 : fork();
    if (child < 0) {
        fputs("heddle-mpi: there is no room for another process\n", stderr);
        _exit(STATUS_UNKNOWN);
    }
    if (child)
        wait_for(child, kept, number ? number : "?");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(STATUS_UNKNOWN);
    return kept;
}

/* ---- all together ---- */

static void sum(uint64_t *at, size_t len)
{
    MPI_Allreduce(MPI_IN_PLACE, at, (int)len, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

static void most(uint64_t *at, size_t len)
{
    MPI_Allreduce(MPI_IN_PLACE, at, (int)len, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
}

static void join(uint8_t *at, size_t len)
{
    for (size_t done = 0, part; done < len; done += part) {
        part = len - done < PIECE ? len - done : PIECE;
        MPI_Allreduce(MPI_IN_PLACE, at + done, (int)part, MPI_UINT8_T, MPI_BOR, MPI_COMM_WORLD);
    }
}

/* Of each peer: how much travels now, and where it begins among what goes to or comes from all. */
typedef struct Part {
    int *count, *begin;
} Part;

static Part part_new(unsigned count)
{
    return (Part){memory_alloc(count * sizeof(int)), memory_alloc(count * sizeof(int))};
}

static void part_free(Part *part)
{
    memory_free(part->count);
    memory_free(part->begin);
}

/* Of `size` bytes for each, those behind the first `done`; how many that are. */
static size_t part_at(const Part *part, const uint64_t *size, unsigned count, uint64_t done)
{
    size_t all = 0;
    for (unsigned k = 0; k < count; k++) {
        uint64_t left = size[k] > done ? size[k] - done : 0;
        part->count[k] = (int)(left < PIECE ? left : PIECE);
        part->begin[k] = (int)all;
        all += (size_t)part->count[k];
    }
    return all;
}

static uint64_t largest(const uint64_t *sizes, unsigned count)
{
    uint64_t size = 0;
    for (unsigned k = 0; k < count; k++)
        size = sizes[k] > size ? sizes[k] : size;
    return size;
}

static void swap(const Peers *peers, const Parcel *out, Parcel *in)
{
    unsigned count = peers->count;
    uint64_t *to = memory_alloc(count * sizeof *to), *from = memory_alloc(count * sizeof *from);
    for (unsigned k = 0; k < count; k++)
        to[k] = out[k].bytes.len;
    MPI_Alltoall(to, 1, MPI_UINT64_T, from, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    uint64_t longest = largest(to, count);
    most(&longest, 1);
    Part there = part_new(count), here = part_new(count);
    for (unsigned k = 0; k < count; k++) {
        parcel_clear(&in[k]);
        vec_reserve(&in[k].bytes, from[k]);
        *peers->sent += k == peers->number ? 0 : to[k];
    }
    for (uint64_t done = 0; done < longest; done += PIECE) {
        size_t leave = part_at(&there, to, count, done), come = part_at(&here, from, count, done);
        uint8_t *leaves = memory_alloc(leave), *comes = memory_alloc(come);
        for (unsigned k = 0; k < count; k++)
            if (there.count[k])
                memcpy(leaves + there.begin[k], out[k].bytes.at + done, (size_t)there.count[k]);
        MPI_Alltoallv(leaves, there.count, there.begin, MPI_BYTE, comes, here.count, here.begin,
                      MPI_BYTE, MPI_COMM_WORLD);
        for (unsigned k = 0; k < count; k++)
            parcel_put_bytes(&in[k], comes + here.begin[k], (size_t)here.count[k]);
        memory_free(leaves);
        memory_free(comes);
    }
    part_free(&there);
    part_free(&here);
    memory_free(to);
    memory_free(from);
}

static void tell(const Peers *peers, const Parcel *mine, Parcel *in)
{
    unsigned count = peers->count;
    uint64_t size = mine->bytes.len, *from = memory_alloc(count * sizeof *from);
    MPI_Allgather(&size, 1, MPI_UINT64_T, from, 1, MPI_UINT64_T, MPI_COMM_WORLD);
    *peers->sent += size * (count - 1);
    Part here = part_new(count);
    for (unsigned k = 0; k < count; k++)
        parcel_clear(&in[k]);
    for (uint64_t done = 0; done < largest(from, count); done += PIECE) {
        uint8_t *comes = memory_alloc(part_at(&here, from, count, done));
        MPI_Allgatherv(mine->bytes.at ? mine->bytes.at + (done < size ? done : 0) : NULL,
                       here.count[peers->number], MPI_BYTE, comes, here.count, here.begin, MPI_BYTE,
                       MPI_COMM_WORLD);
        for (unsigned k = 0; k < count; k++)
            parcel_put_bytes(&in[k], comes + here.begin[k], (size_t)here.count[k]);
        memory_free(comes);
    }
    part_free(&here);
    memory_free(from);
}

/* ---- begin and end ---- */

Peers *peers_begin(int *argc, char ***argv)
{
    int number, count, given;
    if (!getenv("OMPI_COMM_WORLD_SIZE")) /* nobody has started others */
        return NULL;
    int kept = fork_worker();
    MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &given); /* see run_with_stack */
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (number && (dup2(kept, STDOUT_FILENO) < 0 || dup2(kept, STDERR_FILENO) < 0))
        exit(STATUS_UNKNOWN);
    Peers *peers = memory_alloc(sizeof *peers);
    *peers = (Peers){.number = (unsigned)number,
                     .count = (unsigned)count,
                     .sum = sum,
                     .most = most,
                     .join = join,
                     .swap = swap,
                     .tell = tell,
                     .sent = memory_alloc(sizeof *peers->sent)};
    return peers;
}

int peers_end(Peers *peers, int status)
{
    if (!peers)
        return status;
    if (peers->apart && status) { /* without a word to the others: mpirun ends them */
        if (peers->number)
            sleep(1); /* number 0 may have come to the same end */
        exit(status);
    }
    MPI_Finalize();
    status = peers->number ? 0 : status;
    memory_free(peers->sent);
    memory_free(peers);
    return status;
}
