//! How a thread takes its turn on a machine that it shares with Postgres.

/// From here on this thread, when something arrives for it, waits for the running one to make a pause. Otherwise a long
/// answer of a Postgres on the same machine is interrupted at each 8 KiB that it sends, and reading it costs twice as much.
#[cfg(target_os = "linux")]
pub fn set_batch_scheduling() {
    let batch = libc::sched_param { sched_priority: 0 };
    // SAFETY: the call reads the parameter, which outlives it, and concerns this thread (0) alone. It may be refused, which
    // leaves everything as it was.
    #[allow(unsafe_code)]
    unsafe {
        libc::sched_setscheduler(0, libc::SCHED_BATCH, &raw const batch);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn set_batch_scheduling() {}
