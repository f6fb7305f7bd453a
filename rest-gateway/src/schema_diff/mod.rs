//! The differences of two databases' schemas, as SQL. Supabase's `@supabase/pg-delta` finds them: an npm package, which
//! runs in Node.js or Deno and is installed at its first use (`docs/decisions/0009`).
//!
//! - `engine`: where the package is installed, and what runs it. `diff.mjs` is the script that calls it.

mod engine;

use engine::{Engine, EngineError};
use serde::Deserialize;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Child;
use tokio::time::timeout;

/// The changes that give one database the schema of another.
#[derive(Debug, Deserialize)]
pub struct SchemaDiff {
    /// The SQL. It has several parts if a statement cannot be in the same transaction as others.
    pub files: Vec<String>,
    /// The statements that drop something or lose data.
    pub drops: Vec<String>,
    /// Objects that differ or may differ, and that are not compared.
    pub unmanaged: Vec<String>,
}

/// Why the schemas cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("the comparison of the schemas failed: {0}")]
    Run(String),
    #[error("the comparison of the schemas has not ended within {} s", TIMEOUT.as_secs())]
    Slow,
    #[error("the comparison of the schemas cannot be run: {0}")]
    Io(#[from] std::io::Error),
    #[error("the comparison of the schemas gave no result: {0}")]
    Output(#[from] serde_json::Error),
}

/// The largest result that is read, in bytes.
const MAX_OUTPUT: u64 = 64 * 1024 * 1024;
/// The timeout of a comparison. With Deno it includes the download of the package.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Compares the schemas of two databases, or those that are named. `project` is the folder where Deno may be among the
/// npm packages; the installation is in `cache`.
///
/// # Errors
/// When there is neither Node.js nor Deno, the package cannot be installed, or a database cannot be read.
pub async fn diff(
    source: &str,
    desired: &str,
    schemas: &[String],
    project: &Path,
    cache: &Path,
) -> Result<SchemaDiff, DiffError> {
    let engine = Engine::prepare(project, cache).await?;
    let mut command = engine.command();
    // Connection strings contain passwords, and a command line is visible to other users.
    command.env("SOURCE_URL", source).env("DESIRED_URL", desired).env("SCHEMAS", schemas.join(","));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let outcome = timeout(TIMEOUT, read(command.spawn()?)).await.map_err(|_| DiffError::Slow)??;
    if !outcome.status.success() {
        return Err(DiffError::Run(reason(&String::from_utf8_lossy(&outcome.errors))));
    }
    Ok(serde_json::from_slice(&outcome.output)?)
}

struct Outcome {
    status: ExitStatus,
    output: Vec<u8>,
    errors: Vec<u8>,
}

/// Reads both outputs at once, so that the process cannot block on the other one.
async fn read(mut child: Child) -> std::io::Result<Outcome> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (output, errors) = tokio::try_join!(read_limited(stdout), read_limited(stderr))?;
    Ok(Outcome { status: child.wait().await?, output, errors })
}

async fn read_limited(stream: Option<impl AsyncRead + Unpin>) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    if let Some(stream) = stream {
        stream.take(MAX_OUTPUT).read_to_end(&mut content).await?;
    }
    Ok(content)
}

/// The message of the exception in the runtime's output; all of the output if there is none.
fn reason(errors: &str) -> String {
    let message = errors.lines().find(|line| {
        let name = line.split(':').next().unwrap_or_default();
        name.trim_start_matches("Uncaught ").to_lowercase().ends_with("error") && line.contains(": ")
    });
    message.unwrap_or(errors).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn the_reason_of_a_failure_is_the_message_of_the_exception() {
        let node =
            "file:///x.mjs:81\n  throw e;\n        ^\n\nerror: database \"b\" does not exist\n    at x\n";
        assert_eq!(reason(node), "error: database \"b\" does not exist");
        assert_eq!(reason("TypeError: no\n    at x"), "TypeError: no");
        assert_eq!(reason("killed\n"), "killed");
    }
}
