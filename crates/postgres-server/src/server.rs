//! A running server: started, waited for until it takes connections, and stopped.

use crate::binaries::Binaries;
use crate::child::{self, Keeper, SIGINT, SIGKILL, SIGQUIT};
use crate::error::{Doing, Error};
use crate::home::Home;
use crate::log::{Log, create_private};
use crate::sockets::Sockets;
use crate::user::User;
use crate::{cluster, leftovers};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::fs::{self, File, TryLockError};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// Recovery after a crash takes its time; Supabase's `[db] health_timeout` is the same.
const START_LIMIT: Duration = Duration::from_secs(120);
/// How long connections may take to end in an orderly shutdown.
const STOP_LIMIT: Duration = Duration::from_secs(8);
const TICK: Duration = Duration::from_millis(5);
/// How often another free port is tried when somebody else took the first one.
const PORT_ATTEMPTS: usize = 5;

/// How the roles of the cluster log in.
#[derive(Clone)]
pub enum Auth {
    /// Anybody who reaches the port is whom they say.
    Trust,
    /// By password (scram-sha-256); this one is the superuser's when the cluster is made.
    Password(String),
}

/// What to start.
#[derive(Clone)]
pub struct Options {
    /// The folder for everything; made if it is missing.
    pub data_dir: PathBuf,
    /// The TCP port on loopback; 0 takes a free one.
    pub port: u16,
    /// How the roles log in.
    pub auth: Auth,
    /// False only where losing the data is no loss, as in tests.
    pub durable: bool,
    /// Settings of `postgresql.conf`.
    pub settings: Vec<(String, String)>,
}

/// A server that ends with this value, or with this process.
pub struct Server {
    child: Child,
    _keeper: Keeper,
    _lock: File,
    home: Home,
    port: u16,
    durable: bool,
    sockets: Sockets,
    log: Log,
}

impl Server {
    /// Starts a server and waits until it takes connections.
    pub fn start(binaries: &Binaries, options: Options) -> Result<Server, Error> {
        let data_dir = make_folder(&options.data_dir)?;
        let lock = lock(&data_dir)?;
        let user = User::current();
        let home = Home::prepare(&data_dir, binaries, user, options.durable)?;
        leftovers::clear(&home.cluster());
        cluster::ensure(&home, &options.auth, user)?;
        let sockets = Sockets::make(&home.folder, user)?;
        let mut attempts = PORT_ATTEMPTS;
        loop {
            let port = if options.port == 0 { free_port()? } else { options.port };
            let log = Log::in_folder(&home.folder);
            let (mut child, keeper) = spawn(&home, &options, user, port, &sockets, &log)?;
            match wait_until_ready(&mut child, &home, &log, port) {
                Ok(()) => {
                    let durable = options.durable;
                    return Ok(Server {
                        child,
                        _keeper: keeper,
                        _lock: lock,
                        home,
                        port,
                        durable,
                        sockets,
                        log,
                    });
                }
                Err(Error::PortInUse(_)) if options.port == 0 && attempts > 1 => attempts -= 1,
                Err(error) => {
                    end(&mut child, SIGQUIT, STOP_LIMIT);
                    return Err(error);
                }
            }
        }
    }

    /// The TCP port on loopback.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The process id of the server, its postmaster.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Where the data lies when the user of Postgres cannot reach the data folder.
    pub fn home_elsewhere(&self) -> Option<&Path> {
        self.home.elsewhere.then_some(self.home.folder.as_path())
    }

    /// The folder of the unix socket.
    pub fn socket_dir(&self) -> &Path {
        &self.sockets.folder
    }

    /// Where `user` connects to `database`.
    pub fn url(&self, user: &str, password: Option<&str>, database: &str) -> String {
        let encode = |text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let login = match password {
            Some(password) => format!("{}:{}", encode_name(user), encode(password)),
            None => encode_name(user),
        };
        format!("postgres://{login}@127.0.0.1:{}/{}", self.port, encode_name(database))
    }

    /// How the server ended, if it has.
    pub fn try_wait(&mut self) -> Result<Option<ExitStatus>, Error> {
        self.child.try_wait().doing(|| "look after Postgres".into())
    }

    /// Keeps the log file from growing without bound. To be called now and then.
    pub fn bound_log(&self) -> Result<(), Error> {
        self.log.bound().doing(|| "empty the log of Postgres".into())
    }

    /// Ends the server in good order: what is committed is written, the next start needs no recovery.
    pub fn stop(mut self) -> Result<(), Error> {
        if end(&mut self.child, SIGINT, STOP_LIMIT) {
            return Ok(());
        }
        Err(Error::Failed { program: "postgres", output: self.log.tail() })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.child, farewell(self.durable), STOP_LIMIT);
        if self.home.elsewhere && !self.durable {
            let _ = fs::remove_dir_all(&self.home.folder);
        }
    }
}

fn make_folder(path: &Path) -> Result<PathBuf, Error> {
    let doing = || format!("make the folder {}", path.display());
    fs::create_dir_all(path).doing(doing)?;
    path.canonicalize().doing(doing)
}

/// Held as long as the server runs. The system releases it when we die.
fn lock(data_dir: &Path) -> Result<File, Error> {
    let path = data_dir.join("lock");
    let doing = || format!("lock {}", path.display());
    let file = create_private().truncate(false).open(&path).doing(doing)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::InUse(data_dir.to_owned())),
        Err(TryLockError::Error(error)) => Err(error).doing(doing),
    }
}

fn free_port() -> Result<u16, Error> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    listener
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .doing(|| "find a free port".into())
}

fn spawn(
    home: &Home,
    options: &Options,
    user: User,
    port: u16,
    sockets: &Sockets,
    log: &Log,
) -> Result<(Child, Keeper), Error> {
    let mut settings = vec![
        ("listen_addresses".to_owned(), "127.0.0.1".to_owned()),
        ("port".to_owned(), port.to_string()),
        ("unix_socket_directories".to_owned(), sockets.folder.display().to_string()),
        ("unix_socket_permissions".to_owned(), "0700".to_owned()),
        ("lc_messages".to_owned(), "C".to_owned()),
        ("timezone".to_owned(), "UTC".to_owned()),
        // A failed statement may hold a value that belongs in no log.
        ("log_min_error_statement".to_owned(), "panic".to_owned()),
    ];
    if !options.durable {
        settings.extend(
            ["fsync", "synchronous_commit", "full_page_writes"].map(|name| (name.into(), "off".into())),
        );
    }
    settings.extend(options.settings.iter().cloned());

    let (output, errors) = (log.open()?, log.open()?);
    let mut command = user.command(&home.bin.join("postgres"));
    command.arg("-D").arg(home.cluster()).current_dir(&home.folder).stdout(output).stderr(errors);
    for (name, value) in settings {
        command.arg("-c").arg(format!("{name}={value}"));
    }
    child::spawn(command, farewell(options.durable))
        .doing(|| format!("start {}/postgres", home.bin.display()))
}

/// The signal that ends the server: in good order, or at once where the data is worth nothing.
fn farewell(durable: bool) -> i32 {
    if durable { SIGINT } else { SIGQUIT }
}

/// As `pg_ctl` does it: the last line of the server's lock file says `ready`.
fn wait_until_ready(child: &mut Child, home: &Home, log: &Log, port: u16) -> Result<(), Error> {
    let pid_file = home.cluster().join("postmaster.pid");
    let begin = Instant::now();
    while begin.elapsed() < START_LIMIT {
        if child.try_wait().doing(|| "look after Postgres".into())?.is_some() {
            let output = log.tail();
            return Err(match output.contains("could not create any TCP/IP sockets") {
                true => Error::PortInUse(port),
                false => Error::Failed { program: "postgres", output },
            });
        }
        let content = fs::read_to_string(&pid_file).unwrap_or_default();
        let mut lines = content.lines();
        let ours = lines.next().is_some_and(|pid| pid == child.id().to_string());
        if ours && lines.nth(6).is_some_and(|status| status.trim() == "ready") {
            return Ok(());
        }
        thread::sleep(TICK);
    }
    Err(Error::Timeout { seconds: START_LIMIT.as_secs(), output: log.tail() })
}

/// Ends the child by `signal`, and by force if that takes too long; true when it ended by itself.
fn end(child: &mut Child, signal: i32, limit: Duration) -> bool {
    for (signal, limit) in
        [(signal, limit), (SIGQUIT, Duration::from_secs(2)), (SIGKILL, Duration::from_secs(2))]
    {
        if !matches!(child.try_wait(), Ok(None)) {
            return true;
        }
        child::signal(child.id(), signal);
        let begin = Instant::now();
        while begin.elapsed() < limit {
            if !matches!(child.try_wait(), Ok(None)) {
                return signal != SIGKILL;
            }
            thread::sleep(TICK);
        }
    }
    false
}

/// Keeps plain names legible.
fn encode_name(name: &str) -> String {
    const NAME: &percent_encoding::AsciiSet = &NON_ALPHANUMERIC.remove(b'_').remove(b'-').remove(b'.');
    utf8_percent_encode(name, NAME).to_string()
}
