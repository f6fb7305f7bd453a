//! Finds the SQL of a project by its configuration.

use crate::config::Config;
use crate::stack::database::extensions;
use sql_migrations::{ExistingRoles, Project, RunRoles, Selection};

/// The project's SQL.
pub fn project(config: &Config) -> Project {
    let folder = config.source.folder();
    let (migrations, seed) = (&config.db.migrations, &config.db.seed);
    Project {
        root: config.source.project_folder().to_owned(),
        roles: folder.join("roles.sql"),
        run_roles: RunRoles::First,
        migrations: migrations.enabled.then(|| folder.join("migrations")),
        selection: Selection::Newer,
        seeds: if seed.enabled { seed.sql_paths.clone() } else { Vec::new() },
        existing_roles: ExistingRoles::Fail,
        stand_ins: extensions::of_project(),
    }
}
