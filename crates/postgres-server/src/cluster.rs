//! Makes the cluster: `initdb`, whole or not at all.

use crate::child::{self, SIGTERM};
use crate::error::{Doing, Error};
use crate::home::Home;
use crate::server::Auth;
use crate::user::User;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Makes the home's cluster unless it is there.
pub fn ensure(home: &Home, auth: &Auth, user: User) -> Result<(), Error> {
    let cluster = home.cluster();
    if cluster.join("PG_VERSION").is_file() {
        return Ok(());
    }
    // Made under another name, so that one that was interrupted is never taken for a cluster.
    let unfinished = home.folder.join("cluster.unfinished");
    let password = PasswordFile::write(&home.folder, auth, user)?;
    // Not every system has the first; it sorts by code point as the second does, and knows upper and lower case.
    let made = initdb(home, &unfinished, &password, user, "C.UTF-8");
    made.or_else(|_| initdb(home, &unfinished, &password, user, "C"))?;
    fs::rename(&unfinished, &cluster).doing(|| format!("name {}", cluster.display()))
}

fn initdb(
    home: &Home,
    folder: &Path,
    password: &PasswordFile,
    user: User,
    locale: &str,
) -> Result<(), Error> {
    if folder.exists() {
        fs::remove_dir_all(folder).doing(|| format!("remove {}", folder.display()))?;
    }
    let mut command = user.command(&home.bin.join("initdb"));
    command.arg("--pgdata").arg(folder).current_dir(&home.folder);
    command.args(["--username", "postgres", "--encoding", "UTF8", "--locale", locale]);
    // A crash of the machine within the next second costs nothing: the cluster is empty.
    command.args(["--no-sync", "--no-instructions"]);
    match &password.0 {
        Some(path) => command.args(["--auth", "scram-sha-256", "--pwfile"]).arg(path),
        None => command.args(["--auth", "trust"]),
    };
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let doing = || format!("run {}/initdb", home.bin.display());
    let (initdb, _keeper) = child::spawn(command, SIGTERM).doing(doing)?;
    let output = initdb.wait_with_output().doing(doing)?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Failed {
        program: "initdb",
        output: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    })
}

/// The superuser's password in a file for `initdb`, which removes itself.
struct PasswordFile(Option<PathBuf>);

impl PasswordFile {
    fn write(folder: &Path, auth: &Auth, user: User) -> Result<PasswordFile, Error> {
        let Auth::Password(password) = auth else { return Ok(PasswordFile(None)) };
        let doing = || format!("write a file in {}", folder.display());
        let mut file = tempfile::Builder::new().prefix("password-").tempfile_in(folder).doing(doing)?;
        writeln!(file, "{password}").doing(doing)?;
        user.own(file.path(), 0o600)?;
        let path = file.into_temp_path().keep().map_err(|error| error.error).doing(doing)?;
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
