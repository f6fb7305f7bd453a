//! A project's SQL, and which parts of it to run.

use crate::extensions::StandIn;
use crate::session::ExistingRoles;
use std::path::PathBuf;

/// The SQL of a project.
#[derive(Debug, Clone)]
pub struct Project {
    /// The folder above `supabase/`. Paths of the history start here.
    pub root: PathBuf,
    /// `roles.sql`, which need not exist.
    pub roles: PathBuf,
    /// When the roles are run.
    pub run_roles: RunRoles,
    /// The folder of migrations; `None` runs none.
    pub migrations: Option<PathBuf>,
    /// Which of them are run.
    pub selection: Selection,
    /// Patterns of seeds, absolute. Each file is run once.
    pub seeds: Vec<PathBuf>,
    /// The handling of `CREATE ROLE` for a role that the cluster has already, for example from before a reset of the
    /// database. `roles.sql` always keeps such a role.
    pub existing_roles: ExistingRoles,
    /// What takes the place of extensions that the server does not have.
    pub stand_ins: Vec<StandIn>,
}

/// When `roles.sql` is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunRoles {
    /// On a database without a history.
    First,
    /// Now.
    Now,
    /// Not at all.
    Never,
}

/// Which pending migrations are run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// Those after the newest applied one.
    Newer,
    /// All of them, also those before the newest applied one.
    All,
    /// Those up to a version.
    UpTo(String),
}
