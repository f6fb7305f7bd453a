//! The extensions that a project needs from its server, without asking one.

use crate::error::Error;
use crate::extensions::ExtensionStatement;
use crate::files::Migrations;
use crate::project::Project;
use crate::session;
use crate::split::split;
use std::collections::BTreeSet;

/// The extensions that a project's migrations create and that have no stand-in, by name.
///
/// # Errors
/// When the folder of migrations or a file is unreadable.
pub fn required_extensions(project: &Project) -> Result<Vec<String>, Error> {
    let found = project.migrations.as_deref().map(Migrations::find).transpose()?.unwrap_or_default();
    let mut required = BTreeSet::new();
    for migration in &found.files {
        for statement in split(&session::read(&migration.path)?) {
            if let Some(ExtensionStatement::Create { name, .. }) = ExtensionStatement::parse(statement.text) {
                required.insert(name);
            }
        }
    }
    required.retain(|name| project.stand_ins.iter().all(|stand_in| stand_in.name != name));
    Ok(required.into_iter().collect())
}
