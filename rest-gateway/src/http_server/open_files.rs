//! The process's limit of open files.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

const OPEN_FILES: u64 = 65_536;

/// Raises the soft limit to 65,536, or to the hard limit if that is lower. A proxied request holds two file
/// descriptors, and many systems start processes with a soft limit of 1024.
pub(crate) fn raise_open_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let target = limit.maximum.map_or(OPEN_FILES, |maximum| maximum.min(OPEN_FILES));
    if limit.current.is_some_and(|current| current < target) {
        let raised = Rlimit { current: Some(target), maximum: limit.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!("cannot raise the limit of open files: {error}");
        }
    }
}
