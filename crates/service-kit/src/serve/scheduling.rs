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
///
/// Since Linux 6.12 the policy ranks threads within one group alone: a control group, or a session where autogroups are
/// on. Every Postgres backend is a session of its own, and competes with this thread's session as with an equal. A long
/// time slice keeps the order between groups: a thread that wakes up preempts one with a longer slice.
pub fn set_idle_scheduling() {
    #[cfg(target_os = "linux")]
    {
        set_time_slice(IDLE_SLICE);
        set_policy(libc::SCHED_IDLE);
    }
}

/// The time slice of a thread under `SCHED_IDLE`, in nanoseconds. The usual one is 2.8 ms at most. A thread of another
/// group that does not preempt, such as one under `SCHED_BATCH`, waits for the end of the slice.
#[cfg(target_os = "linux")]
const IDLE_SLICE: u64 = 4_000_000;

/// Sets the thread's time slice, in nanoseconds. Linux accepts it for other policies than `SCHED_IDLE`, and keeps it when
/// the policy changes. Before 6.12 it is ignored.
#[cfg(target_os = "linux")]
fn set_time_slice(nanoseconds: u64) {
    let attributes = libc::sched_attr {
        size: size_of::<libc::sched_attr>() as u32,
        sched_policy: libc::SCHED_BATCH as u32,
        sched_flags: 0,
        // A process may always choose the lowest priority, whichever one it was started with.
        sched_nice: 19,
        sched_priority: 0,
        sched_runtime: nanoseconds,
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: the call reads the attributes, which outlive it, and changes only this thread (0).
    #[allow(unsafe_code)]
    unsafe {
        libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0);
    }
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_with_idle_scheduling_has_a_long_slice() {
        let attributes = std::thread::spawn(|| {
            set_idle_scheduling();
            thread_attributes()
        });
        let attributes = attributes.join().unwrap();
        assert_eq!(attributes.sched_policy, libc::SCHED_IDLE as u32);
        // Linux before 6.12 has no slice of a thread's own.
        assert!([0, IDLE_SLICE].contains(&attributes.sched_runtime), "{}", attributes.sched_runtime);
    }

    #[allow(unsafe_code)]
    fn thread_attributes() -> libc::sched_attr {
        let size = size_of::<libc::sched_attr>();
        let mut attributes = std::mem::MaybeUninit::<libc::sched_attr>::zeroed();
        // SAFETY: the kernel writes at most `size` bytes, and zero is valid for every field.
        unsafe {
            libc::syscall(libc::SYS_sched_getattr, 0, attributes.as_mut_ptr(), size, 0);
            attributes.assume_init()
        }
    }
}
