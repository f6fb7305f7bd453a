//! Scheduling policies of threads. They are optimisations: a system that refuses one is left as it is.

/// Puts this thread under `SCHED_BATCH`, so that incoming data does not preempt a running thread. Postgres sends a
/// large answer in pieces of 8 KiB; with preemption at each piece, reading the answer on the same machine takes twice
/// as long.
pub fn set_batch_scheduling() {
    #[cfg(target_os = "linux")]
    set_policy(libc::SCHED_BATCH);
}

/// Puts this thread under `SCHED_IDLE`: any other thread preempts it, those under `SCHED_BATCH` included. Only a
/// privileged process can leave the policy again.
pub fn set_idle_scheduling() {
    #[cfg(target_os = "linux")]
    set_policy(libc::SCHED_IDLE);
}

#[cfg(target_os = "linux")]
fn set_policy(policy: libc::c_int) {
    // The kernel's `struct sched_param`. The system call is made directly, because musl's function is a stub.
    let priority: libc::c_int = 0;
    // SAFETY: the call reads the parameter, which outlives it, and changes only this thread (0).
    #[allow(unsafe_code)]
    unsafe {
        libc::syscall(libc::SYS_sched_setscheduler, 0, policy, &raw const priority);
    }
}
