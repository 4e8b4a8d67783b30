// The calls of CPosix.h. Nothing is decided here: no retry, no loop, no default.
#define _GNU_SOURCE
#include "CPosix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long outcome(long result) { return result < 0 ? -(long)errno : result; }

static int64_t nanoseconds(struct timespec time) { return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec; }

static void copy_status(const struct stat *from, struct linux_status *to) {
    *to = (struct linux_status){
        .device = from->st_dev, .inode = from->st_ino, .links = from->st_nlink, .size = (uint64_t)from->st_size,
        .changed_ns = nanoseconds(from->st_ctim), .modified_ns = nanoseconds(from->st_mtim),
        .mode = from->st_mode, .user = from->st_uid, .group = from->st_gid,
    };
}

long linux_openat(int directory, const char *name, int flags, unsigned mode) {
    return outcome(openat(directory, name, flags, mode));
}
long linux_open_without_links(const char *path, int flags) {
    struct open_how how = {.flags = (uint64_t)flags, .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
    long result = outcome(syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how));
    return result == -ENOSYS || result == -EPERM ? linux_openat(AT_FDCWD, path, flags, 0) : result;
}
long linux_close(int descriptor) { return outcome(close(descriptor)); }
long linux_read(int descriptor, void *bytes, uint64_t count) { return outcome(read(descriptor, bytes, count)); }
long linux_write(int descriptor, const void *bytes, uint64_t count) { return outcome(write(descriptor, bytes, count)); }
long linux_fsync(int descriptor) { return outcome(fsync(descriptor)); }
long linux_syncfs(int descriptor) { return outcome(syncfs(descriptor)); }
long linux_start_writeback(int descriptor) { return outcome(sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE)); }
long linux_fstat(int descriptor, struct linux_status *status) {
    struct stat raw;
    long result = outcome(fstat(descriptor, &raw));
    if (result == 0) copy_status(&raw, status);
    return result;
}
long linux_copy_range(int from, uint64_t offset, int to, uint64_t count) {
    off_t start = (off_t)offset;
    return outcome(copy_file_range(from, &start, to, NULL, count, 0));
}
long linux_pread(int descriptor, void *bytes, uint64_t count, uint64_t offset) {
    return outcome(pread(descriptor, bytes, count, (off_t)offset));
}
int linux_same_bytes(const void *bytes, const void *others, uint64_t count) {
    return memcmp(bytes, others, count) == 0;
}
long linux_fchmod(int descriptor, unsigned mode) { return outcome(fchmod(descriptor, mode)); }
long linux_fchown(int descriptor, uint32_t user, uint32_t group) { return outcome(fchown(descriptor, user, group)); }
long linux_flock(int descriptor, int operation) { return outcome(flock(descriptor, operation)); }
long linux_lock_to_read(int descriptor) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return outcome(fcntl(descriptor, F_OFD_SETLK, &lock));
}
long linux_is_locked_to_read(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    long result = outcome(fcntl(descriptor, F_OFD_GETLK, &lock));
    return result < 0 ? result : lock.l_type != F_UNLCK;
}
long linux_file_system_type(int descriptor, uint64_t *magic) {
    struct statfs raw;
    long result = outcome(fstatfs(descriptor, &raw));
    if (result == 0) *magic = (uint64_t)raw.f_type & 0xFFFFFFFF;
    return result;
}
long linux_file_system_room(int descriptor, uint64_t *available, uint64_t *total) {
    struct statfs raw;
    long result = outcome(fstatfs(descriptor, &raw));
    if (result == 0) *available = (uint64_t)raw.f_bavail * (uint64_t)raw.f_bsize;
    if (result == 0) *total = (uint64_t)raw.f_blocks * (uint64_t)raw.f_bsize;
    return result;
}
void linux_widen_pipe(int descriptor, int bytes) {
    int size = fcntl(descriptor, F_GETPIPE_SZ);
    if (size >= 0 && size < bytes) fcntl(descriptor, F_SETPIPE_SZ, bytes);
}
long linux_open_unnamed(const char *folder) { return outcome(open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)); }

long linux_fstatat(int directory, const char *name, struct linux_status *status) {
    struct stat raw;
    long result = outcome(fstatat(directory, name, &raw, AT_SYMLINK_NOFOLLOW));
    if (result == 0) copy_status(&raw, status);
    return result;
}
long linux_faccessat(int directory, const char *name, int mode) {
    return outcome(faccessat(directory, name, mode, AT_EACCESS));
}
long linux_renameat(int from, const char *name, int to, const char *new_name, int replace) {
    return outcome(renameat2(from, name, to, new_name, replace ? 0 : RENAME_NOREPLACE));
}
long linux_exchange(int from, const char *name, int to, const char *other_name) {
    return outcome(renameat2(from, name, to, other_name, RENAME_EXCHANGE));
}
long linux_linkat(int from, const char *name, int to, const char *new_name) {
    return outcome(linkat(from, name, to, new_name, 0));
}
long linux_is_mount_point(int directory, const char *name) {
    struct statx status;
    int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_STATX_DONT_SYNC;
    if (statx(directory, name, flags, 0, &status) < 0) return -(long)errno;
    return (status.stx_attributes_mask & status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}
long linux_real_path(const char *path, char *resolved, uint64_t size) {
    char whole[PATH_MAX];
    if (!realpath(path, whole)) return -(long)errno;
    uint64_t length = strlen(whole);
    if (length > size) return -(long)ENAMETOOLONG;
    memcpy(resolved, whole, length);
    return (long)length;
}
long linux_unlinkat(int directory, const char *name, int flags) { return outcome(unlinkat(directory, name, flags)); }
long linux_mkdirat(int directory, const char *name, unsigned mode) { return outcome(mkdirat(directory, name, mode)); }
long linux_getdents(int descriptor, void *bytes, uint64_t count) {
    return outcome(getdents64(descriptor, bytes, count));
}

long linux_inotify_init(void) { return outcome(inotify_init1(IN_CLOEXEC | IN_NONBLOCK)); }
long linux_inotify_add_watch(int descriptor, const char *path, uint32_t mask) {
    return outcome(inotify_add_watch(descriptor, path, mask));
}
long linux_inotify_rm_watch(int descriptor, int watch) { return outcome(inotify_rm_watch(descriptor, watch)); }
long linux_eventfd(void) { return outcome(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

long linux_signalfd(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (error) return -(long)error;
    return outcome(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}
long linux_read_signal(int descriptor) {
    struct signalfd_siginfo info;
    long result = outcome(read(descriptor, &info, sizeof info));
    return result < 0 ? result : (long)info.ssi_signo;
}
long linux_poll(struct linux_poll *polls, uint64_t count, int64_t timeout_ns) {
    struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    _Static_assert(sizeof(struct linux_poll) == sizeof(struct pollfd), "the same layout");
    return outcome(ppoll((struct pollfd *)polls, count, timeout_ns < 0 ? NULL : &timeout, NULL));
}

long linux_send_datagram(const char *address, uint64_t length, const void *bytes, uint64_t count, int64_t timeout_ns) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (length == 0 || length >= sizeof to.sun_path) return -ENAMETOOLONG;
    memcpy(to.sun_path, address, length);
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + length + (address[0] == '@' ? 0 : 1);
    if (address[0] == '@') to.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -(long)errno;
    // Connected, because only then does poll wait for room in the other side's queue.
    long result = outcome(connect(descriptor, (struct sockaddr *)&to, size));
    if (result == 0) result = outcome(send(descriptor, bytes, count, MSG_NOSIGNAL));
    if (result == -EAGAIN && timeout_ns > 0) {
        struct linux_poll room = {.descriptor = descriptor, .wanted = POLLOUT};
        result = linux_poll(&room, 1, timeout_ns);
        result = result > 0 ? outcome(send(descriptor, bytes, count, MSG_NOSIGNAL)) : -EAGAIN;
    }
    close(descriptor);
    return result;
}

long linux_map_shared(int descriptor, uint64_t size, void **address) {
    *address = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    return *address == MAP_FAILED ? -(long)errno : 0;
}
long linux_unmap(void *address, uint64_t size) { return outcome(munmap(address, size)); }
long linux_thread_start(uint64_t *thread, const char *name, uint64_t stack_size, void *(*body)(void *), void *argument) {
    pthread_attr_t attributes;
    pthread_t started;
    int error = pthread_attr_init(&attributes);
    if (error) return -(long)error;
    error = pthread_attr_setstacksize(&attributes, stack_size);
    if (!error) error = pthread_create(&started, &attributes, body, argument);
    pthread_attr_destroy(&attributes);
    if (error) return -(long)error;
    pthread_setname_np(started, name);
    *thread = (uint64_t)started;
    return 0;
}
long linux_thread_join(uint64_t thread) { return -(long)pthread_join((pthread_t)thread, NULL); }
long linux_thread_join_within(uint64_t thread, int64_t timeout_ns) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    int64_t fraction = end.tv_nsec + timeout_ns % 1000000000;
    end.tv_sec += timeout_ns / 1000000000 + fraction / 1000000000;
    end.tv_nsec = fraction % 1000000000;
    int error = pthread_clockjoin_np((pthread_t)thread, NULL, CLOCK_MONOTONIC, &end);
    if (error) pthread_detach((pthread_t)thread);
    return -(long)error;
}

// We ignore SIGPIPE; a child that writes into a pipe without a reader should end as it is used to.
static int spawn_with(const char *path, char *const *arguments, char *const *environment, int input, int output, int *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int error = posix_spawnattr_setsigdefault(&attributes, &defaults);
    if (!error) error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (!error) error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}
static void split(const char *words, int count, char **texts) {
    for (int i = 0; i < count; i++) {
        texts[i] = (char *)words;
        words += strlen(words) + 1;
    }
}
long linux_spawn(const char *words, int count, const char *variables, int variable_count, int *input, int *output,
                 int *process) {
    char *arguments[65] = {0}, *environment[65] = {0};
    int into[2], out[2];
    if (count < 1 || count > 64 || variable_count > 64) return -E2BIG;
    split(words, count, arguments);
    split(variables, variable_count, environment);
    if (pipe2(into, O_CLOEXEC) < 0) return -(long)errno;
    if (pipe2(out, O_CLOEXEC) < 0) {
        int error = errno;
        close(into[0]);
        close(into[1]);
        return -(long)error;
    }
    int error = spawn_with(words, arguments, variable_count < 0 ? environ : environment, into[0], out[1], process);
    close(into[0]);
    close(out[1]);
    if (error) {
        close(into[1]);
        close(out[0]);
    } else {
        *input = into[1];
        *output = out[0];
    }
    return -(long)error;
}
long linux_wait_for_exit(int process) {
    int status;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) return -(long)errno;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
long linux_processors(void) { return outcome(sysconf(_SC_NPROCESSORS_ONLN)); }
long linux_read_link(const char *path, char *text, uint64_t size) { return outcome(readlink(path, text, size)); }

static int64_t read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return nanoseconds(now);
}
int64_t linux_monotonic_ns(void) { return read_clock(CLOCK_MONOTONIC); }
int64_t linux_real_time_ns(void) { return read_clock(CLOCK_REALTIME); }
long linux_random(void *bytes, uint64_t count) { return outcome(getrandom(bytes, count, 0)); }
int linux_getpid(void) { return getpid(); }
uint32_t linux_geteuid(void) { return geteuid(); }
uint32_t linux_getegid(void) { return getegid(); }
unsigned linux_umask(unsigned mask) { return umask(mask); }
void linux_error_text(int code, char *text, uint64_t size) {
    snprintf(text, size, "%s", strerrordesc_np(code) ? strerrordesc_np(code) : "unknown error");
}

void linux_release_heap(void) { malloc_trim(0); }

// The linker's names for where the program's image begins and its code ends.
extern const char __executable_start, etext;

void linux_unmap_code(void) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)&__executable_start + page - 1) / page * page;
    uintptr_t end = (uintptr_t)&etext / page * page;
    if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
}
