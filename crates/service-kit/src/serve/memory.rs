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

/// Does nothing: only glibc has these settings.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
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

/// Does nothing: only glibc has this call.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn release_free_memory() {}
