//! Starts a server, waits until it accepts connections, and stops it.

use crate::binaries::Binaries;
use crate::cluster;
use crate::error::{Context, Error};
use crate::extension_files::bin_with_extensions;
use crate::installation_copy::runnable_bin;
use crate::location::Location;
use crate::log::{Log, create_private};
use crate::options::Options;
use crate::socket_folder::SocketFolder;
use crate::stale_processes::end_stale_processes;
use crate::user::User;
use child_process::{Signal, SpawnThread, signal, spawn_isolated};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::fs::{self, File, TryLockError};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// Recovery after a crash may take long. The default of Supabase's `[db] health_timeout`.
const START_TIMEOUT: Duration = Duration::from_secs(120);
/// How long connections may take to end in a fast shutdown.
const STOP_TIMEOUT: Duration = Duration::from_secs(8);
/// How long a stronger signal may take.
const FORCED_STOP_TIMEOUT: Duration = Duration::from_secs(2);
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Attempts with another free port when a program took the first one in between.
const PORT_ATTEMPTS: usize = 5;

/// A running server. Dropping it stops the server, and so does the end of this process.
pub struct Server {
    child: Child,
    _spawn_thread: SpawnThread,
    _lock: File,
    location: Location,
    port: u16,
    durable: bool,
    sockets: SocketFolder,
    log: Log,
}

impl Server {
    /// Starts a server and waits until it accepts connections.
    ///
    /// # Errors
    /// When another server runs on the folder, the port is taken, or Postgres fails or takes too long to start.
    pub fn start(binaries: &Binaries, options: Options) -> Result<Server, Error> {
        let data_dir = create_folder(&options.data_dir)?;
        let lock = lock(&data_dir)?;
        let user = User::for_this_process();
        let location = Location::prepare(&data_dir, user, options.durable)?;
        let bin = runnable_bin(binaries, &location.folder, user)?;
        end_stale_processes(&location.cluster());
        cluster::create_if_missing(&location, &bin, &options.auth, user)?;
        let linked = bin_with_extensions(&bin, &location.folder, &options.extensions, user)?;
        let bin = linked.unwrap_or(bin);
        let sockets = SocketFolder::create(&location.folder, user)?;
        let start = Start { location: &location, bin: &bin, options: &options, user, sockets: &sockets };
        let Started { child, spawn_thread, port, log } = start.on_free_port()?;
        let durable = options.durable;
        Ok(Server { child, _spawn_thread: spawn_thread, _lock: lock, location, port, durable, sockets, log })
    }

    /// The TCP port on loopback.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The process id of the server, its postmaster.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The folder of the data where the user of Postgres cannot reach the data folder.
    pub fn relocated_data(&self) -> Option<&Path> {
        self.location.relocated.then_some(self.location.folder.as_path())
    }

    /// The folder of the Unix socket.
    pub fn socket_dir(&self) -> &Path {
        &self.sockets.path
    }

    /// The URL for `user` to connect to `database` over TCP.
    pub fn url(&self, user: &str, password: Option<&str>, database: &str) -> String {
        let encode = |text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let login = match password {
            Some(password) => format!("{}:{}", encode_name(user), encode(password)),
            None => encode_name(user),
        };
        format!("postgres://{login}@127.0.0.1:{}/{}", self.port, encode_name(database))
    }

    /// The server's exit status, if it has ended.
    ///
    /// # Errors
    /// When the operating system does not return it.
    pub fn try_wait(&mut self) -> Result<Option<ExitStatus>, Error> {
        self.child.try_wait().context(|| "wait for Postgres".into())
    }

    /// Rotates the log file when it has grown too large. Call it from time to time.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn rotate_log(&self) -> Result<(), Error> {
        self.log.rotate_if_large().context(|| "rotate the log of Postgres".into())
    }

    /// Stops the server in order (a fast shutdown): the next start needs no recovery.
    ///
    /// # Errors
    /// When the server had to be killed.
    pub fn stop(mut self) -> Result<(), Error> {
        if stop(&mut self.child, Signal::INT) {
            return Ok(());
        }
        Err(Error::Failed { program: "postgres", output: self.log.tail() })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        stop(&mut self.child, shutdown_signal(self.durable));
        if self.location.relocated && !self.durable {
            let _ = fs::remove_dir_all(&self.location.folder);
        }
    }
}

fn create_folder(path: &Path) -> Result<PathBuf, Error> {
    let operation = || format!("create the folder {}", path.display());
    fs::create_dir_all(path).context(operation)?;
    path.canonicalize().context(operation)
}

/// Locks the data folder for as long as the file is open. The operating system releases the lock when this process
/// ends.
fn lock(data_dir: &Path) -> Result<File, Error> {
    let path = data_dir.join("lock");
    let operation = || format!("lock {}", path.display());
    let file = create_private().truncate(false).open(&path).context(operation)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse(data_dir.to_owned())),
        Err(TryLockError::Error(error)) => Err(error).context(operation),
    }
}

fn free_port() -> Result<u16, Error> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    listener
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .context(|| "find a free port".into())
}

/// What a start needs besides a port.
struct Start<'a> {
    location: &'a Location,
    bin: &'a Path,
    options: &'a Options,
    user: User,
    sockets: &'a SocketFolder,
}

struct Started {
    child: Child,
    spawn_thread: SpawnThread,
    port: u16,
    log: Log,
}

impl Start<'_> {
    /// Starts the server on the port of the options, or on a free one.
    fn on_free_port(&self) -> Result<Started, Error> {
        let mut attempts = PORT_ATTEMPTS;
        loop {
            let port = if self.options.port == 0 { free_port()? } else { self.options.port };
            let log = Log::in_folder(&self.location.folder);
            let (mut child, spawn_thread) = self.spawn(port, &log)?;
            match wait_until_ready(&mut child, self.location, &log, port) {
                Ok(()) => return Ok(Started { child, spawn_thread, port, log }),
                Err(Error::PortInUse(_)) if self.options.port == 0 && attempts > 1 => attempts -= 1,
                Err(error) => {
                    stop(&mut child, Signal::QUIT);
                    return Err(error);
                }
            }
        }
    }

    fn spawn(&self, port: u16, log: &Log) -> Result<(Child, SpawnThread), Error> {
        let (output, errors) = (log.open()?, log.open()?);
        let mut command = self.user.command(&self.bin.join("postgres"));
        command.arg("-D").arg(self.location.cluster()).current_dir(&self.location.folder);
        command.stdout(output).stderr(errors);
        for (name, value) in self.settings(port) {
            command.arg("-c").arg(format!("{name}={value}"));
        }
        spawn_isolated(command, shutdown_signal(self.options.durable))
            .context(|| format!("start {}/postgres", self.bin.display()))
    }

    fn settings(&self, port: u16) -> Vec<(String, String)> {
        let mut settings = vec![
            ("listen_addresses".to_owned(), "127.0.0.1".to_owned()),
            ("port".to_owned(), port.to_string()),
            ("unix_socket_directories".to_owned(), self.sockets.path.display().to_string()),
            ("unix_socket_permissions".to_owned(), "0700".to_owned()),
            ("lc_messages".to_owned(), "C".to_owned()),
            ("timezone".to_owned(), "UTC".to_owned()),
            // The realtime service reads changes from the write-ahead log.
            ("wal_level".to_owned(), "logical".to_owned()),
            // A failed statement may hold a value that belongs in no log.
            ("log_min_error_statement".to_owned(), "panic".to_owned()),
        ];
        if !self.options.durable {
            let off = ["fsync", "synchronous_commit", "full_page_writes"];
            settings.extend(off.map(|name| (name.to_owned(), "off".to_owned())));
        }
        settings.extend(self.options.settings.iter().cloned());
        settings
    }
}

/// SIGINT is Postgres's fast shutdown, SIGQUIT its immediate one, which needs recovery at the next start.
fn shutdown_signal(durable: bool) -> Signal {
    if durable { Signal::INT } else { Signal::QUIT }
}

/// Waits, as `pg_ctl` does, until the last line of the server's lock file is `ready`, or `standby` for a hot standby.
fn wait_until_ready(child: &mut Child, location: &Location, log: &Log, port: u16) -> Result<(), Error> {
    let pid_file = location.cluster().join("postmaster.pid");
    let begin = Instant::now();
    while begin.elapsed() < START_TIMEOUT {
        if child.try_wait().context(|| "wait for Postgres".into())?.is_some() {
            let output = log.tail();
            return Err(match output.contains("could not create any TCP/IP sockets") {
                true => Error::PortInUse(port),
                false => Error::Failed { program: "postgres", output },
            });
        }
        let content = fs::read_to_string(&pid_file).unwrap_or_default();
        let mut lines = content.lines();
        let ours = lines.next().is_some_and(|pid| pid == child.id().to_string());
        if ours && lines.nth(6).is_some_and(|status| ["ready", "standby"].contains(&status.trim())) {
            return Ok(());
        }
        thread::sleep(POLL_INTERVAL);
    }
    Err(Error::Timeout { seconds: START_TIMEOUT.as_secs(), output: log.tail() })
}

/// Sends the signal, then SIGQUIT and SIGKILL when the child does not end in time. True when it needed no SIGKILL.
fn stop(child: &mut Child, first: Signal) -> bool {
    let signals =
        [(first, STOP_TIMEOUT), (Signal::QUIT, FORCED_STOP_TIMEOUT), (Signal::KILL, FORCED_STOP_TIMEOUT)];
    for (next, limit) in signals {
        if !matches!(child.try_wait(), Ok(None)) {
            return true;
        }
        signal(child.id(), next);
        let begin = Instant::now();
        while begin.elapsed() < limit {
            if !matches!(child.try_wait(), Ok(None)) {
                return next != Signal::KILL;
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
    false
}

/// Percent-encodes a name and keeps `_`, `-` and `.` readable.
fn encode_name(name: &str) -> String {
    const NAME: &percent_encoding::AsciiSet = &NON_ALPHANUMERIC.remove(b'_').remove(b'-').remove(b'.');
    utf8_percent_encode(name, NAME).to_string()
}
