//! Selects the configuration: the stack's own file, the file of a Supabase project, or the defaults of `supabase init`.

use super::error::ConfigError;
use std::path::{Path, PathBuf};

/// The stack's own file.
const STACK_FILE: &str = "supabase-compat.toml";
/// The folder of a Supabase project.
const PROJECT_FOLDER: &str = "supabase";
const PROJECT_FILE: &str = "config.toml";
/// The names that the file may have.
const PROJECT_FILES: [&str; 3] = ["config.json", "config.jsonc", PROJECT_FILE];

/// Where the configuration comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigSource {
    /// The stack's own file, with the rules for production.
    Stack(PathBuf),
    /// The `config.toml`, `config.json` or `config.jsonc` of a Supabase project.
    Project(PathBuf),
    /// No file: the defaults of `supabase init` in this folder, with this path for its `config.toml`.
    Defaults(PathBuf),
}

impl Default for ConfigSource {
    fn default() -> ConfigSource {
        ConfigSource::defaults_of(Path::new("."))
    }
}

impl ConfigSource {
    /// A file. One with a name of Supabase's is that of a project.
    pub fn file(path: &Path) -> ConfigSource {
        let path = absolute(path);
        if path.file_name().is_some_and(|name| PROJECT_FILES.iter().any(|known| name == *known)) {
            ConfigSource::Project(path)
        } else {
            ConfigSource::Stack(path)
        }
    }

    /// The defaults for a folder.
    pub fn defaults_of(folder: &Path) -> ConfigSource {
        ConfigSource::Defaults(absolute(folder).join(PROJECT_FOLDER).join(PROJECT_FILE))
    }

    /// Looks for a configuration: the stack's own file in `folder`, else a project in it or in a folder above.
    ///
    /// # Errors
    /// When a project has several configurations.
    pub fn find(folder: &Path) -> Result<ConfigSource, ConfigError> {
        let folder = absolute(folder);
        let own = folder.join(STACK_FILE);
        if own.exists() {
            return Ok(ConfigSource::Stack(own));
        }
        for ancestor in folder.ancestors() {
            let project = ancestor.join(PROJECT_FOLDER);
            let files = PROJECT_FILES.map(|name| project.join(name));
            let mut present = files.into_iter().filter(|path| path.is_file());
            match (present.next(), present.next()) {
                (Some(path), None) => return Ok(ConfigSource::Project(path)),
                (Some(path), Some(other)) => return Err(ConfigError::Several(path, other)),
                (None, _) => {}
            }
        }
        Ok(ConfigSource::defaults_of(&folder))
    }

    /// The file. For the defaults, where it would be.
    pub fn path(&self) -> &Path {
        let (ConfigSource::Stack(path) | ConfigSource::Project(path) | ConfigSource::Defaults(path)) = self;
        path
    }

    /// Whether the file is JSON.
    pub fn is_json(&self) -> bool {
        self.path().extension().is_some_and(|ending| ending == "json" || ending == "jsonc")
    }

    /// The folder in which relative paths of the file start.
    pub fn folder(&self) -> &Path {
        self.path().parent().unwrap_or(Path::new("/"))
    }

    /// The folder of the whole project. For a Supabase project it is the one above `supabase/`.
    pub fn project_folder(&self) -> &Path {
        match self {
            ConfigSource::Stack(_) => self.folder(),
            ConfigSource::Project(_) | ConfigSource::Defaults(_) => {
                self.folder().parent().unwrap_or(self.folder())
            }
        }
    }

    /// Whether this is a Supabase project, or the defaults of one.
    pub fn is_project(&self) -> bool {
        !matches!(self, ConfigSource::Stack(_))
    }
}

/// An absolute path without `.` components.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
