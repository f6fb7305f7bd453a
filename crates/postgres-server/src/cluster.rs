//! Creates the cluster with `initdb`, completely or not at all.

use crate::error::{Context, Error};
use crate::location::Location;
use crate::options::Auth;
use crate::user::User;
use child_process::{Signal, spawn_isolated};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Creates the cluster unless it exists. `bin` holds `initdb`.
pub fn create_if_missing(location: &Location, bin: &Path, auth: &Auth, user: User) -> Result<(), Error> {
    let cluster = location.cluster();
    if cluster.join("PG_VERSION").is_file() {
        return Ok(());
    }
    // Created under another name, so that an interrupted one is never mistaken for a cluster.
    let unfinished = location.folder.join("cluster.unfinished");
    let password = PasswordFile::write(&location.folder, auth, user)?;
    // Both locales sort by code point. Only `C.UTF-8` maps upper to lower case beyond ASCII, but not every system has
    // it.
    let created = initdb(location, bin, &unfinished, &password, user, "C.UTF-8");
    created.or_else(|_| initdb(location, bin, &unfinished, &password, user, "C"))?;
    fs::rename(&unfinished, &cluster).context(|| format!("rename to {}", cluster.display()))
}

fn initdb(
    location: &Location,
    bin: &Path,
    folder: &Path,
    password: &PasswordFile,
    user: User,
    locale: &str,
) -> Result<(), Error> {
    if folder.exists() {
        fs::remove_dir_all(folder).context(|| format!("remove {}", folder.display()))?;
    }
    let mut command = user.command(&bin.join("initdb"));
    command.arg("--pgdata").arg(folder).current_dir(&location.folder);
    command.args(["--username", "postgres", "--encoding", "UTF8", "--locale", locale]);
    // No sync: a crash of the machine in the next seconds loses no data, because the cluster is empty.
    command.args(["--no-sync", "--no-instructions"]);
    match &password.0 {
        Some(path) => command.args(["--auth", "scram-sha-256", "--pwfile"]).arg(path),
        None => command.args(["--auth", "trust"]),
    };
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let operation = || format!("run {}/initdb", bin.display());
    let (initdb, _thread) = spawn_isolated(command, Signal::TERM).context(operation)?;
    let output = initdb.wait_with_output().context(operation)?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Failed {
        program: "initdb",
        output: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    })
}

/// The superuser's password in a file for `initdb`. Dropping it removes the file.
struct PasswordFile(Option<PathBuf>);

impl PasswordFile {
    fn write(folder: &Path, auth: &Auth, user: User) -> Result<PasswordFile, Error> {
        let Auth::Password(password) = auth else { return Ok(PasswordFile(None)) };
        let operation = || format!("write a file in {}", folder.display());
        let mut file = tempfile::Builder::new().prefix("password-").tempfile_in(folder).context(operation)?;
        writeln!(file, "{password}").context(operation)?;
        user.take_ownership(file.path(), 0o600)?;
        let path = file.into_temp_path().keep().map_err(|error| error.error).context(operation)?;
        Ok(PasswordFile(Some(path)))
    }
}

impl Drop for PasswordFile {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}
