//! `with-postgres COMMAND…`: runs a command with one private Postgres for all the tests in it, named by
//! `TEST_DATABASE_URL`, and removes the server when the command ends. Exits with the command's own code.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let Some(program) = arguments.next() else {
        eprintln!("usage: with-postgres COMMAND [ARGUMENT…]");
        return ExitCode::from(2);
    };
    let (server, folder) = test_db::start_server();
    let url = format!("postgres://postgres@127.0.0.1:{}", server.port());
    let status = Command::new(program).args(arguments).env(test_db::VARIABLE, url).status();
    drop(server);
    let _ = std::fs::remove_dir_all(folder);
    match status {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) => {
            eprintln!("with-postgres: {error}");
            ExitCode::from(127)
        }
    }
}
