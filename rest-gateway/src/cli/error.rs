//! Why a command failed.

use super::report::display_path;
use crate::config::ConfigError;
use crate::function_templates::NewFunctionError;
use crate::gen_types::GenTypesError;
use crate::log_output::LogsError;
use crate::moving::{ExportError, ImportError};
use crate::pgtap::SessionError;
use crate::postgrest::{NotReady, ServeError};
use crate::schema_diff::DiffError;
use crate::stack::{
    self,
    project::{RefillError, ResetError},
};
use crate::stack::{FolderError, KeyFileError, StackError, StopError};
use rest_engine::DumpError;
use std::path::PathBuf;

/// The error of any command.
#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Stack(#[from] StackError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    NotReady(#[from] NotReady),
    #[error(transparent)]
    Dump(#[from] DumpError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Keys(#[from] KeyFileError),
    #[error(transparent)]
    Stop(#[from] StopError),
    #[error(transparent)]
    Logs(#[from] LogsError),
    #[error(transparent)]
    Migrate(#[from] platform_schema::Error),
    #[error(transparent)]
    Reset(#[from] ResetError),
    #[error(transparent)]
    Refill(#[from] RefillError),
    #[error(transparent)]
    Sql(#[from] sql_migrations::Error),
    #[error(transparent)]
    DumpDatabase(#[from] stack::project::DumpError),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error(transparent)]
    InstallPostgres(#[from] postgres_server::InstallError),
    #[error("cannot connect to the database: {0}")]
    Connect(#[from] postgres_connect::Error),
    #[error("a statement failed: {0}")]
    Database(#[from] tokio_postgres::Error),
    #[error("nothing was changed")]
    Declined,
    #[error(
        "the database has migrations without a file: {list}; `rest-gateway migration repair --status reverted {flags}` forgets them, if their changes are undone",
        list = .0.join(", "), flags = .0.join(" ")
    )]
    WithoutFile(Vec<String>),
    #[error(
        "older than the newest applied migration: {}; --include-all applies them too",
        .0.join(", ")
    )]
    OutOfOrder(Vec<String>),
    #[error("`{0}` cannot be the name of a migration; use a few words, such as create_todos")]
    MigrationName(String),
    #[error(
        "{}: this configuration has no folder of migrations; `up` and `migrate` apply those that are built in",
        .0.display()
    )]
    NotAProject(PathBuf),
    #[error("buckets are filled through a running stack, not through a database")]
    BucketsOfDatabase,
    #[error("{} exists already; --force replaces it", .0.display())]
    IsProject(PathBuf),
    #[error("cannot write {path}: {cause}", path = .path.display())]
    Write { path: PathBuf, cause: std::io::Error },
    #[error("cannot read {path}: {cause}", path = .path.display())]
    Read { path: PathBuf, cause: std::io::Error },
    #[error(transparent)]
    Diff(#[from] DiffError),
    #[error(transparent)]
    TestFile(#[from] SessionError),
    #[error("there are no tests in {}; `rest-gateway test new NAME` creates one", list(.0))]
    NoTests(Vec<PathBuf>),
    #[error("`{0}` cannot be the name of a test; use letters, digits, `_`, `-` and `.`")]
    TestName(String),
    #[error("there is no function `{name}`; there are {known}")]
    NoFunction { name: String, known: String },
    #[error(transparent)]
    Overrides(#[from] stack::OverridesError),
    #[error(transparent)]
    NewFunction(#[from] NewFunctionError),
    #[error("a key cannot be generated: {0}")]
    KeyPair(#[from] jwt::KeyPairError),
    #[error("an RSA key needs the program openssl: {0}")]
    Openssl(String),
    #[error(transparent)]
    SignToken(#[from] stack::SignTokenError),
    #[error(transparent)]
    GenTypes(#[from] GenTypesError),
    #[error(transparent)]
    Log(#[from] service_kit::environment::EnvironmentError),
    #[error("no stack of a project `{0}` is known to this user")]
    UnknownProject(String),
    #[error("removing orphaned blobs failed; storage has logged why")]
    StorageGc,
    #[error("cannot work in {path}: {cause}", path = .path.display())]
    Workdir { path: PathBuf, cause: std::io::Error },
    #[error("input or output failed: {0}")]
    Io(#[from] std::io::Error),
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| display_path(path).display().to_string()).collect::<Vec<_>>().join(", ")
}
