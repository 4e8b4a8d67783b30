// CPosix: the Linux calls that Posix makes, with one convention for all: the result, or the negated errno. Plain integers
// and one flat record cross the border, so that no C library's struct layout or macro is seen by Swift.
#ifndef CPOSIX_H
#define CPOSIX_H

#include <stdint.h>

struct linux_status {
    uint64_t device, inode, links, size;
    int64_t changed_ns, modified_ns;
    uint32_t mode, user, group;
};

struct linux_poll {
    int descriptor;
    short wanted, got;
};

// files
long linux_openat(int directory, const char *name, int flags, unsigned mode);
// The same, where no component of the path may be a link (openat2); as openat where the kernel or a sandbox knows no such call.
long linux_open_without_links(const char *path, int flags);
long linux_close(int descriptor);
long linux_read(int descriptor, void *bytes, uint64_t count);
long linux_write(int descriptor, const void *bytes, uint64_t count);
long linux_fsync(int descriptor);
long linux_syncfs(int descriptor);
long linux_start_writeback(int descriptor);
long linux_fstat(int descriptor, struct linux_status *status);
// From `offset` on, to where writing to `to` stands.
long linux_copy_range(int from, uint64_t offset, int to, uint64_t count);
long linux_pread(int descriptor, void *bytes, uint64_t count, uint64_t offset);
int linux_same_bytes(const void *bytes, const void *others, uint64_t count);
long linux_fchmod(int descriptor, unsigned mode);
long linux_fchown(int descriptor, uint32_t user, uint32_t group);
long linux_flock(int descriptor, int operation);
// A read lock of the open file description's over all of it; and whether another one has any.
long linux_lock_to_read(int descriptor);
long linux_is_locked_to_read(int descriptor);
long linux_file_system_type(int descriptor, uint64_t *magic);
long linux_file_system_room(int descriptor, uint64_t *available, uint64_t *total);
// Lets a pipe hold `bytes` where it holds fewer; what is no pipe stays as it is.
void linux_widen_pipe(int descriptor, int bytes);
// A new file without a name in the folder, gone with its last descriptor; a link in `folder` is followed.
long linux_open_unnamed(const char *folder);

// folders
long linux_fstatat(int directory, const char *name, struct linux_status *status);
long linux_faccessat(int directory, const char *name, int mode);
long linux_renameat(int from, const char *name, int to, const char *new_name, int replace);
long linux_exchange(int from, const char *name, int to, const char *other_name);
// A link is given a second name itself, not what it leads to.
long linux_linkat(int from, const char *name, int to, const char *new_name);
// 1 where another file system, or a part of one, is mounted at the name; 0 also where the kernel can't tell.
long linux_is_mount_point(int directory, const char *name);
// The path without links and dots, no zero at its end: its length, up to `size`.
long linux_real_path(const char *path, char *resolved, uint64_t size);
long linux_unlinkat(int directory, const char *name, int flags);
long linux_mkdirat(int directory, const char *name, unsigned mode);
long linux_getdents(int descriptor, void *bytes, uint64_t count);

// waiting
long linux_inotify_init(void);
long linux_inotify_add_watch(int descriptor, const char *path, uint32_t mask);
long linux_inotify_rm_watch(int descriptor, int watch);
long linux_eventfd(void);
// Blocks the signals for the calling thread and those it starts from then on, then makes a descriptor for them.
long linux_signalfd(const int *signals, int count);
long linux_read_signal(int descriptor);
long linux_poll(struct linux_poll *polls, uint64_t count, int64_t timeout_ns);

// Sends one datagram to the socket at a path, or, with a first byte `@`, at an abstract name; -EAGAIN where its queue stays full
// for `timeout_ns`.
long linux_send_datagram(const char *address, uint64_t length, const void *bytes, uint64_t count, int64_t timeout_ns);

// memory, threads, the process
long linux_map_shared(int descriptor, uint64_t size, void **address);
long linux_unmap(void *address, uint64_t size);
long linux_thread_start(uint64_t *thread, const char *name, uint64_t stack_size, void *(*body)(void *), void *argument);
long linux_thread_join(uint64_t thread);
// -ETIMEDOUT where it still runs after `timeout_ns`; it is then nobody's to join.
long linux_thread_join_within(uint64_t thread, int64_t timeout_ns);
// Starts a program with a pipe into its standard input and one out of its standard output, whose other ends are `input` (to
// write) and `output` (to read). `words` are its path and its arguments, `count` texts of which each ends in zero, at most 64;
// `variables` is its environment in the same form, or ours where their count is negative.
long linux_spawn(const char *words, int count, const char *variables, int variable_count, int *input, int *output, int *process);
// Waits for a child's end: its exit code, or 128 and the number of the signal that ended it.
long linux_wait_for_exit(int process);
long linux_processors(void);
long linux_read_link(const char *path, char *text, uint64_t size);
int64_t linux_monotonic_ns(void);
int64_t linux_real_time_ns(void);
long linux_random(void *bytes, uint64_t count);
int linux_getpid(void);
uint32_t linux_geteuid(void);
uint32_t linux_getegid(void);
unsigned linux_umask(unsigned mask);
// Gives memory that malloc holds and nobody uses back to the system.
void linux_release_heap(void);
// Takes the pages of the program's code out of its memory; those that it runs come back by themselves.
void linux_unmap_code(void);
// Writes the message for `code` and a zero byte to `text`.
void linux_error_text(int code, char *text, uint64_t size);

#endif
