//! Watches the folder of the functions, so that a change of a source reaches the next request.

use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The debounce time, as in Supabase's command line: an editor writes a file in several steps.
const DEBOUNCE: Duration = Duration::from_millis(500);
/// The capacity of the channel: further pending events add nothing.
const PENDING_EVENTS: usize = 1;
/// Folders whose changes do not concern functions.
const IGNORED_FOLDERS: [&str; 3] = [".git", "node_modules", ".temp"];

/// A running watch. Dropping it ends the watch.
pub struct SourceWatcher {
    _watcher: RecommendedWatcher,
    task: JoinHandle<()>,
}

impl SourceWatcher {
    /// Calls `on_change` when a file below `folder` has changed and the folder has been quiet for half a second. Must be
    /// called within a tokio runtime.
    ///
    /// # Errors
    /// When the folder cannot be watched.
    pub fn start(
        folder: &Path,
        mut on_change: impl FnMut() + Send + 'static,
    ) -> notify::Result<SourceWatcher> {
        let (sender, mut changes) = mpsc::channel(PENDING_EVENTS);
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.is_ok_and(|event| is_change(&event)) {
                // A full channel already has an event.
                let _ = sender.try_send(());
            }
        })?;
        watcher.watch(folder, RecursiveMode::Recursive)?;
        let task = tokio::spawn(async move {
            while changes.recv().await.is_some() {
                while let Ok(Some(())) = tokio::time::timeout(DEBOUNCE, changes.recv()).await {}
                on_change();
            }
        });
        Ok(SourceWatcher { _watcher: watcher, task })
    }
}

impl Drop for SourceWatcher {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn is_change(event: &notify::Event) -> bool {
    !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().map(PathBuf::as_path).any(is_source)
}

/// Whether a file may be part of a function. Temporary files of editors are not.
fn is_source(path: &Path) -> bool {
    let is_ignored = |part: &std::ffi::OsStr| IGNORED_FOLDERS.iter().any(|ignored| part == *ignored);
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_copy = name.ends_with('~')
        || name.starts_with(".#")
        || name.ends_with(".swp")
        || name.ends_with(".swx")
        // Vim checks by this name whether it may write into the folder.
        || name == "4913";
    !is_copy && !path.iter().any(is_ignored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_editors_and_packages_are_no_sources() {
        for source in ["functions/hello/index.ts", "functions/_shared/cors.ts", "functions/hello/.env"] {
            assert!(is_source(Path::new(source)), "{source}");
        }
        for other in
            ["functions/hello/.index.ts.swp", "functions/hello/index.ts~", "functions/node_modules/a/b.js"]
        {
            assert!(!is_source(Path::new(other)), "{other}");
        }
    }
}
