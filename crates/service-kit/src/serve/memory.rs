//! The allocator and its settings: freed large blocks go back to the operating system.

/// The allocator of musl has one lock for all threads. With it, answers of many kilobytes took twice the CPU time.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Fixes the allocator's threshold for large blocks at 256 KiB. By default glibc raises it to the size of the largest
/// block freed so far, after which the memory of one password hash or one upload is never returned. Call it before
/// other threads start.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn tune_allocator() {
    const LARGE: libc::c_int = 256 * 1024;
    // SAFETY: mallopt takes two integers and has no precondition; no other thread runs yet.
    #[allow(unsafe_code)]
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
        libc::mallopt(libc::M_ARENA_MAX, 2);
    }
}

/// Returns freed pages at once. By default mimalloc does so when it next allocates, which an idle service does not. Call it
/// before other threads start.
#[cfg(target_env = "musl")]
pub fn tune_allocator() {
    // `mi_option_purge_delay` of mimalloc.h, in milliseconds. The crate does not name it.
    const PURGE_DELAY: libmimalloc_sys::mi_option_t = 15;
    // SAFETY: the option exists and takes any number; no other thread runs yet.
    #[allow(unsafe_code)]
    unsafe {
        libmimalloc_sys::mi_option_set(PURGE_DELAY, 0);
    }
}

/// Does nothing: the system's own allocator has no such settings.
#[cfg(not(any(target_env = "musl", all(target_os = "linux", target_env = "gnu"))))]
pub fn tune_allocator() {}

/// Returns free memory between blocks in use to the operating system. Call it after work that freed much of it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn release_free_memory() {
    // SAFETY: malloc_trim takes a number, has no precondition and may be called beside other threads.
    #[allow(unsafe_code)]
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Returns the free pages of this thread to the operating system. Call it after work that freed much memory.
#[cfg(target_env = "musl")]
pub fn release_free_memory() {
    // SAFETY: mi_collect has no precondition and may be called beside other threads.
    #[allow(unsafe_code)]
    unsafe {
        libmimalloc_sys::mi_collect(true);
    }
}

/// Does nothing: the system's own allocator has no such call.
#[cfg(not(any(target_env = "musl", all(target_os = "linux", target_env = "gnu"))))]
pub fn release_free_memory() {}
