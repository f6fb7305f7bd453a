//! Keeps a process small: a large block goes back to the system when it is freed.

/// Fixes the allocator's threshold for large blocks. Left alone, glibc raises it to the size of the largest block
/// freed so far, after which the memory of one password hash or one upload is never returned.
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

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn tune_allocator() {}

/// Gives back to the system what lies free between blocks in use, after work that left much of it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn release_free_memory() {
    // SAFETY: malloc_trim takes a number, has no precondition and may be called beside other threads.
    #[allow(unsafe_code)]
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn release_free_memory() {}
