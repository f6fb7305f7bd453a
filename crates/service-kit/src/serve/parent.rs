//! Ends this process with the one that started it.

/// Asks the kernel for a SIGTERM when the parent dies, so that no service is left behind by a killed front door.
/// Only for a process that a front door started; one started by hand belongs to nobody.
#[cfg(target_os = "linux")]
pub fn die_with_parent() {
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    let parent = getppid();
    if let Err(error) = set_parent_process_death_signal(Some(Signal::TERM)) {
        tracing::warn!("this process will outlive its parent: {error}");
    }
    // The parent may have died before the call.
    if getppid() != parent {
        std::process::exit(0);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn die_with_parent() {}
