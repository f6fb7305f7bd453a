//! Watches the files that functions depend on, so that a change reaches the next request: the sources, the configuration
//! and the `.env` files.

use crate::config::ConfigSource;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The debounce time, as in Supabase's command line: an editor writes a file in several steps.
const DEBOUNCE: Duration = Duration::from_millis(500);
/// The longest delay by further changes, for example of a log that a program in the folder writes all the time.
const MAX_DELAY: Duration = Duration::from_secs(5);
/// The capacity of the channel. One pending event is enough.
const PENDING_EVENTS: usize = 1;
/// Folders whose changes do not concern functions.
const IGNORED_FOLDERS: [&str; 3] = [".git", "node_modules", ".temp"];
/// Cargo's folder. Only the programs in it count: `target/PROFILE/NAME`.
const BUILD_FOLDER: &str = "target";
const FUNCTIONS: &str = "functions";

/// A running watcher. Dropping it stops it.
pub struct SourceWatcher {
    _watcher: RecommendedWatcher,
    task: JoinHandle<()>,
}

impl SourceWatcher {
    /// Calls `on_change` when a file of the project has changed and its folders have been quiet for half a second, or
    /// after five seconds. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// When the folder cannot be watched.
    pub fn start(
        project: &ConfigSource,
        mut on_change: impl FnMut() + Send + 'static,
    ) -> notify::Result<SourceWatcher> {
        let (sender, mut changes) = mpsc::channel(PENDING_EVENTS);
        let source = project.clone();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            if event.is_ok_and(|event| is_change(&event, &source)) {
                // A full channel already has an event.
                let _ = sender.try_send(());
            }
        })?;
        watcher.watch(project.folder(), RecursiveMode::Recursive)?;
        if project.project_folder() != project.folder() {
            watcher.watch(project.project_folder(), RecursiveMode::NonRecursive)?;
        }
        let task = tokio::spawn(async move {
            while changes.recv().await.is_some() {
                let quiet = async { while let Ok(Some(())) = timeout(DEBOUNCE, changes.recv()).await {} };
                let _ = timeout(MAX_DELAY, quiet).await;
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

fn is_change(event: &notify::Event, project: &ConfigSource) -> bool {
    let concerns = |path: &PathBuf| {
        is_setting(path, project) || path.strip_prefix(project.folder().join(FUNCTIONS)).is_ok_and(is_source)
    };
    // The system drops events when its queue is full.
    event.need_rescan() || !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(concerns)
}

/// Whether a file is the configuration, or one of the `.env` files beside it or in the project's folder.
fn is_setting(path: &Path, project: &ConfigSource) -> bool {
    let folder = path.parent();
    let is_near = folder == Some(project.folder()) || folder == Some(project.project_folder());
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    path == project.path() || is_near && (name == ".env" || name.starts_with(".env."))
}

/// Whether a file below the folder of functions may be part of one. Editors' copies and build files are not.
fn is_source(path: &Path) -> bool {
    let is_ignored = |part: &std::ffi::OsStr| IGNORED_FOLDERS.iter().any(|ignored| part == *ignored);
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_copy = name.ends_with('~')
        || name.starts_with(".#")
        || name.ends_with(".swp")
        || name.ends_with(".swx")
        // Vim checks by this name whether it may write into the folder.
        || name == "4913";
    let parts: Vec<&std::ffi::OsStr> = path.iter().collect();
    let is_build = match parts.iter().position(|part| *part == BUILD_FOLDER) {
        Some(place) => parts.len() != place + 3 || path.extension().is_some() || name.starts_with('.'),
        None => false,
    };
    !is_copy && !is_build && !parts.into_iter().any(is_ignored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backup_files_of_editors_and_build_output_are_no_sources() {
        for source in ["hello/index.ts", "_shared/cors.ts", "hello/.env", "hello/target/release/hello"] {
            assert!(is_source(Path::new(source)), "{source}");
        }
        for other in [
            "hello/.index.ts.swp",
            "hello/index.ts~",
            "node_modules/a/b.js",
            "hello/target/release/hello.d",
            "hello/target/release/.cargo-lock",
            "hello/target/release/deps/hello",
        ] {
            assert!(!is_source(Path::new(other)), "{other}");
        }
    }

    #[test]
    fn lost_events_count_as_a_change() {
        let project = ConfigSource::Project("/app/supabase/config.toml".into());
        let event = notify::Event::new(EventKind::Other);
        assert!(!is_change(&event, &project));
        assert!(is_change(&event.set_flag(notify::event::Flag::Rescan), &project));
    }

    #[test]
    fn the_configuration_and_env_files_near_it_are_settings() {
        let project = ConfigSource::Project("/app/supabase/config.toml".into());
        for setting in ["/app/supabase/config.toml", "/app/.env", "/app/supabase/.env.local"] {
            assert!(is_setting(Path::new(setting), &project), "{setting}");
        }
        for other in ["/app/config.toml", "/app/web/.env", "/app/supabase/seed.sql", "/app/.envrc"] {
            assert!(!is_setting(Path::new(other), &project), "{other}");
        }
    }
}
