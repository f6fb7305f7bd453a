//! The scheduling policy of request threads.

/// Puts this thread under `SCHED_BATCH`, so that incoming data does not preempt a running thread. Postgres sends a
/// large answer in pieces of 8 KiB; with preemption at each piece, reading the answer on the same machine takes twice
/// as long.
///
/// The policy is an optimisation: a system that refuses it is left as it is.
#[cfg(target_os = "linux")]
pub fn set_batch_scheduling() {
    // The kernel's `struct sched_param`. The system call is made directly, because musl's function is a stub.
    let priority: libc::c_int = 0;
    // SAFETY: the call reads the parameter, which outlives it, and changes only this thread (0).
    #[allow(unsafe_code)]
    unsafe {
        libc::syscall(libc::SYS_sched_setscheduler, 0, libc::SCHED_BATCH, &raw const priority);
    }
}

/// Does nothing: only Linux has `SCHED_BATCH`.
#[cfg(not(target_os = "linux"))]
pub fn set_batch_scheduling() {}
