// Tells the thread sanitizer what Swift's Mutex does, preloaded beside it. A lock that is free is taken in the program itself,
// where the sanitizer sees it. One that isn't is taken in libswiftSynchronization, which isn't built with the sanitizer, and by the
// kernel: without this, whatever the lock guards is reported as a race. Both ways in have a name of their own (Swift's
// stdlib/public/Synchronization/Mutex/LinuxImpl.swift).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Absent in a program that has no such sanitizer, as children are.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF) {
    static SWIFT void (*swift)(uint32_t, SELF);
    if (!swift) swift = dlsym(RTLD_NEXT, LOCK);
    swift(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock_slow(SELF) {
    static SWIFT void (*swift)(SELF);
    if (!swift) swift = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(handle);
    swift(handle);
}
