//! The parent-death signal.

/// Has the kernel send SIGTERM when the parent dies, so that no service outlives a front door that was killed. Only
/// for a process that a front door started: one that a person started must outlive their shell.
pub fn die_with_parent() {
    if let Err(error) = child_process::end_with_parent() {
        tracing::warn!("this process will outlive its parent: {error}");
    }
}
