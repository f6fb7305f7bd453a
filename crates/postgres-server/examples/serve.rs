//! `serve DIR`: starts a server on a folder, prints its process id, and runs until this process ends.

use postgres_server::{Auth, Binaries, Error, Options, Server};

fn main() -> Result<(), Error> {
    let data_dir: std::path::PathBuf =
        std::env::args_os().nth(1).unwrap_or_else(|| "postgres-data".into()).into();
    let binaries = Binaries::find_for(&data_dir, None)?;
    let options = Options {
        data_dir,
        port: 0,
        auth: Auth::Trust,
        durable: true,
        settings: Vec::new(),
        extensions: Vec::new(),
    };
    let server = Server::start(&binaries, options)?;
    println!("{}", server.pid());
    loop {
        std::thread::park();
    }
}
