//! Runs a server on a new tokio runtime until it ends.

use super::error::CommandError;
use crate::signals::Signals;
use child_process::end_with_parent;
use std::os::unix::process::parent_id;

/// Runs a stack in the foreground. It also stops when its parent process dies: otherwise it would keep its data folder
/// locked.
pub(super) fn with_parent<E>(
    stack: impl AsyncFnOnce(&mut Signals) -> Result<(), E>,
) -> Result<(), CommandError>
where
    CommandError: From<E>,
{
    in_foreground::<(), CommandError>(async |signals| {
        // A child of process 1 was started as a daemon.
        if parent_id() != 1 {
            end_with_parent()?;
        }
        Ok(stack(signals).await?)
    })
}

/// Runs a server with a listener for the termination signals.
pub(super) fn in_foreground<T, E>(
    server: impl AsyncFnOnce(&mut Signals) -> Result<T, E>,
) -> Result<T, CommandError>
where
    CommandError: From<E>,
{
    service_kit::serve::tune_allocator();
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let mut signals = Signals::listen()?;
        Ok(server(&mut signals).await?)
    })
}
