//! The extensions that a project needs from its server, without asking one.

use crate::error::Error;
use crate::extensions::RequiredExtension;
use crate::files::Migrations;
use crate::project::Project;
use crate::session;

/// The extensions that a project's migrations create and that have no stand-in.
///
/// # Errors
/// When the folder of migrations or a file is unreadable.
pub fn required_extensions(project: &Project) -> Result<Vec<RequiredExtension>, Error> {
    let found = project.migrations.as_deref().map(Migrations::find).transpose()?.unwrap_or_default();
    let mut required = Vec::new();
    for migration in &found.files {
        required.extend(RequiredExtension::of_file(&migration.path, &session::read(&migration.path)?));
    }
    required.retain(|it| project.stand_ins.iter().all(|stand_in| stand_in.name != it.name));
    Ok(required)
}
