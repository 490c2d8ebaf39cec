/* wall.c -- see wall.h. */
#include "serve/wall.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- files ---- */

/* Rights that newer kernels know, and older headers do not. */
enum {
    READ_FILE = LANDLOCK_ACCESS_FS_READ_FILE,
    READ_DIR = LANDLOCK_ACCESS_FS_READ_DIR,
    EXECUTE = LANDLOCK_ACCESS_FS_EXECUTE,
    WRITE_FILE = LANDLOCK_ACCESS_FS_WRITE_FILE,
    RIGHTS_1 = (1 << 13) - 1, /* of the first version */
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    IOCTL = 1 << 15
};

static int landlock_version(void)
{
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static uint64_t all_rights(void)
{
    int version = landlock_version();
    return (uint64_t)RIGHTS_1 | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0) |
           (version >= 5 ? IOCTL : 0);
}

/* What is not there needs no rule. */
static void allow(int rules, const char *path, uint64_t rights)
{
    struct stat st;
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0)
        return;
    if (fstat(file, &st) == 0) {
        if (!S_ISDIR(st.st_mode))
            rights &= READ_FILE | WRITE_FILE | EXECUTE | TRUNCATE | IOCTL;
        struct landlock_path_beneath_attr rule = {.allowed_access = rights & all_rights(),
                                                  .parent_fd = file};
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(file);
}

/* The shared libraries of a folder, and nothing else that is there. */
static void allow_libraries(int rules, const char *folder)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[1024];
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            continue;
        if (strstr(entry->d_name, ".so"))
            allow(rules, path, READ_FILE | EXECUTE);
        else if (strstr(entry->d_name, "-linux-gnu"))
            allow_libraries(rules, path);
    }
    if (dir)
        closedir(dir);
}

int wall_rules(const char *folder)
{
    static const char *const headers[] = {"/usr/include", "/usr/local/include",
                                          "/usr/lib/llvm-19/lib/clang"};
    static const char *const libraries[] = {"/lib", "/lib64", "/usr/lib", "/usr/local/lib",
                                            "/usr/lib/llvm-19/lib"};
    static const char *const programs[] = {"/proc/self/exe", "/usr/bin/clang-19", "/usr/bin/cvc5",
                                           "/usr/local/bin/cvc5"};
    struct landlock_ruleset_attr attributes = {.handled_access_fs = all_rights()};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (rules < 0)
        return -1;
    for (size_t k = 0; k < sizeof headers / sizeof *headers; k++)
        allow(rules, headers[k], READ_FILE | READ_DIR);
    for (size_t k = 0; k < sizeof libraries / sizeof *libraries; k++)
        allow_libraries(rules, libraries[k]);
    for (size_t k = 0; k < sizeof programs / sizeof *programs; k++)
        allow(rules, programs[k], READ_FILE | EXECUTE);
    allow(rules, "/usr/lib/gcc", READ_DIR); /* clang looks which versions are there */
    allow(rules, "/etc/ld.so.cache", READ_FILE);
    allow(rules, "/dev/null", READ_FILE | WRITE_FILE);
    allow(rules, "/dev/urandom", READ_FILE);
#ifdef __SANITIZE_ADDRESS__ /* which reads its options from there */
    allow(rules, "/proc", READ_FILE | READ_DIR);
#endif
    allow(rules, folder, all_rights());
    return rules;
}

bool wall_enter_files(int rules)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, rules, 0) == 0;
}

/* ---- namespaces ---- */

/* `ID ID 1` */
static bool write_map(const char *path, uint32_t id)
{
    char text[64], digits[16];
    size_t len = 0, count = 0;
    do
        digits[count++] = (char)('0' + id % 10);
    while (id /= 10);
    for (int twice = 0; twice < 2; twice++) {
        for (size_t k = count; k-- > 0;)
            text[len++] = digits[k];
        text[len++] = ' ';
    }
    text[len++] = '1';
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool written = file >= 0 && write(file, text, len) == (ssize_t)len;
    if (file >= 0)
        close(file);
    return written;
}

bool wall_enter_spaces(void)
{
    uint32_t user = geteuid(), group = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS) != 0)
        return false;
    int file = open("/proc/self/setgroups", O_WRONLY | O_CLOEXEC);
    bool denied = file >= 0 && write(file, "deny", 4) == 4;
    if (file >= 0)
        close(file);
    return denied && write_map("/proc/self/uid_map", user) &&
           write_map("/proc/self/gid_map", group);
}

/* ---- system calls ---- */

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0
#endif

#define LOAD(field)                                                                                \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, field))
#define GIVE(action) BPF_STMT(BPF_RET | BPF_K, action)
#define REFUSE(name)                                                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), GIVE(SECCOMP_RET_ERRNO | EPERM)

bool wall_enter_calls(void)
{
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        GIVE(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* another set of numbers: x32 */
        GIVE(SECCOMP_RET_KILL_PROCESS),
        /* the C library takes the older call instead, whose flags can be looked at */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        GIVE(SECCOMP_RET_ERRNO | ENOSYS),
        REFUSE(socket),
        REFUSE(socketpair),
        REFUSE(connect),
        REFUSE(bind),
        REFUSE(ptrace),
        REFUSE(process_vm_readv),
        REFUSE(process_vm_writev),
        REFUSE(pidfd_getfd),
        REFUSE(unshare),
        REFUSE(setns),
        REFUSE(mount),
        REFUSE(umount2),
        REFUSE(pivot_root),
        REFUSE(chroot),
        REFUSE(open_by_handle_at),
        REFUSE(bpf),
        REFUSE(perf_event_open),
        REFUSE(userfaultfd),
        REFUSE(io_uring_setup),
        REFUSE(add_key),
        REFUSE(request_key),
        REFUSE(keyctl),
        REFUSE(init_module),
        REFUSE(finit_module),
        REFUSE(kexec_load),
        REFUSE(reboot),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWUSER, 0, 1),
        GIVE(SECCOMP_RET_ERRNO | EPERM),
        GIVE(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return ARCHITECTURE != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* ---- what is there ---- */

/* A child tries it. */
static bool works(bool (*enter)(void))
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0) { /* as a run does */
            bool dropped =
                setresgid(65534, 65534, 65534) == 0 && setresuid(65534, 65534, 65534) == 0;
            prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
            if (!dropped)
                _exit(1);
        }
        _exit(enter() ? 0 : 1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

uint32_t wall_parts(void)
{
    return (landlock_version() >= 1 ? WALL_FILES : 0u) |
           (works(wall_enter_spaces) ? WALL_SPACES : 0u) |
           (works(wall_enter_calls) ? WALL_CALLS : 0u);
}

bool wall_is_enough(uint32_t parts)
{
    return parts & WALL_FILES && parts & (WALL_SPACES | WALL_CALLS);
}

const char *wall_names(uint32_t parts)
{
    static const char *const names[] = {
        "none",    "Landlock",          "namespaces",          "Landlock, namespaces",
        "seccomp", "Landlock, seccomp", "namespaces, seccomp", "Landlock, namespaces, seccomp"};
    return names[parts & 7];
}
