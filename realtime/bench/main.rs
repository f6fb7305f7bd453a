//! The load program of `just bench-realtime`: many clients of one server, and a bare server as the upper limit of the
//! WebSocket crate. Each mode prints lines of JSON.
//!
//!     realtime-load bare
//!     realtime-load hold      ADDRESS KEY connections=10000
//!     realtime-load broadcast ADDRESS KEY topics=1 members=10000 seconds=5 window=4 pause=0
//!     realtime-load presence  ADDRESS KEY members=100 seconds=5 pause=0
//!     realtime-load changes   ADDRESS KEY tokens=FILE seconds=5
//!     realtime-load watch     ADDRESS KEY tokens=FILE
//!
//! `pause` is that between the messages of a client, in milliseconds.
//!
//! The key `bare` addresses the bare server.

mod bare;
mod connection;
mod measure;
mod modes;

use std::collections::HashMap;
use std::process::ExitCode;
use std::time::Duration;

use connection::Target;

/// Why a run ends.
#[derive(Debug, thiserror::Error)]
enum LoadError {
    #[error("the arguments are those of bench/main.rs")]
    Usage,
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("the server answers: {0}")]
    Refused(String),
    #[error("the server has closed a connection")]
    Closed,
}

/// `name=value` arguments.
struct Options(HashMap<String, String>);

impl Options {
    fn number(&self, name: &str, default: usize) -> usize {
        self.0.get(name).and_then(|value| value.parse().ok()).unwrap_or(default)
    }

    fn pause(&self) -> Duration {
        Duration::from_millis(self.number("pause", 0) as u64)
    }

    fn text(&self, name: &str) -> Result<&str, LoadError> {
        self.0.get(name).map(String::as_str).ok_or(LoadError::Usage)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bare"] => bare::serve(),
        [mode, address, key, ref options @ ..] => {
            let options = options.iter().filter_map(|option| option.split_once('='));
            let options = Options(options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect());
            run(mode, &Target::new(address, key), &options)
        }
        _ => Err(LoadError::Usage),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mode: &str, target: &Target, options: &Options) -> Result<(), LoadError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        match mode {
            "hold" => modes::hold(target, options).await,
            "broadcast" => modes::broadcast(target, options).await,
            "presence" => modes::presence(target, options).await,
            "changes" => modes::changes(target, options).await,
            "watch" => modes::watch(target, options).await,
            _ => Err(LoadError::Usage),
        }
    })?;
    println!("{result}");
    // Tasks of open connections are not waited for.
    runtime.shutdown_background();
    Ok(())
}
