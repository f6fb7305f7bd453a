//! Connections to Postgres, encrypted by libpq's rules: by `sslmode`, `sslrootcert`, `sslcert` and `sslkey` of the
//! connection string, or by libpq's variables (`PGSSLMODE` …) where it does not name them. A string may name several
//! servers.
//!
//! Rejects, before anything is connected, a string or a file that cannot be used, by the name of its setting. Unlike
//! libpq it looks for no file in the home folder: without `sslrootcert`, `verify-ca` and `verify-full` trust whom the
//! system trusts.

mod cancel_on_drop;
mod der;
mod end_point;
mod error;
mod hosts;
mod liveness;
mod mode;
mod open;
mod parameters;
mod target;
mod tls;
mod trust;
mod validity;

pub use cancel_on_drop::CancelOnDrop;
pub use error::{AddressError, ConnectError, Error};
pub use open::{Named, OpenError, Server, Socket};
pub use parameters::VARIABLES;
pub use target::Target;
pub use tls::Stream;
pub use tokio_postgres::config::SslMode;

use mode::Mode;
use parameters::Parameters;
use tls::Tls;
use tokio_postgres::config::{Host, SslNegotiation};
use tokio_postgres::error::SqlState;
use tokio_postgres::{CancelToken, Client, Config, Connection};

/// A connection and what drives it.
pub type Connected = (Client, Connection<tokio_postgres::Socket, Stream<tokio_postgres::Socket>>);

/// Connects once.
pub async fn connect(address: &str) -> Result<Connected, Error> {
    Ok(Connector::parse(address)?.connect().await?)
}

/// Where a database is and how it is reached. The files that the address names have been read.
#[derive(Clone)]
pub struct Connector {
    config: Config,
    /// What is tried when the server refuses the first way.
    otherwise: Option<SslMode>,
    target: Target,
    tls: Tls,
}

impl Connector {
    /// Reads a connection string, a URL or `name=value` pairs.
    pub fn parse(address: &str) -> Result<Connector, AddressError> {
        Connector::with_variables(address, |name| std::env::var(name).ok())
    }

    fn with_variables(
        address: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Connector, AddressError> {
        let (address, mut parameters) = Parameters::split(address);
        parameters.complete(variable);
        let mut config: Config = address.parse().map_err(AddressError::Address)?;
        parameters.hosts.add_to(&mut config)?;
        name_hosts(&mut config);
        let target = Target::of(&parameters)?;
        config.target_session_attrs(target.nearest());
        refuse_gss(&parameters)?;
        liveness::configure(&mut config, &parameters)?;
        let mode = Mode::of(&parameters)?;
        if config.get_ssl_negotiation() == SslNegotiation::Direct && mode < Mode::Require {
            return Err(AddressError::TooWeak { with: "sslnegotiation=direct", needed: "require" });
        }
        // What goes over a unix socket stays on this machine: Postgres never encrypts it.
        let local = |host: &Host| matches!(host, Host::Unix(_));
        if !config.get_hosts().is_empty() && config.get_hosts().iter().all(local) {
            config.ssl_mode(SslMode::Disable);
            return Ok(Connector { config, otherwise: None, target, tls: Tls::none() });
        }
        let tls = if mode == Mode::Disable { Tls::none() } else { Tls::new(mode, &parameters)? };
        let (first, otherwise) = mode.attempts();
        config.ssl_mode(first);
        Ok(Connector { config, otherwise, target, tls })
    }

    /// Where it connects to, and as whom.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The same, for what does not concern TLS: a name, a limit.
    pub fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    /// The same, but it connects to no server that allows no writes: `target_session_attrs=read-write`, whatever the
    /// address says of that.
    pub fn writable(mut self) -> Connector {
        self.target = Target::ReadWrite;
        self.config.target_session_attrs(self.target.nearest());
        self
    }

    /// Which servers will do.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Connects; whoever calls drives the connection. A primary is one that allows writes here, a standby one that does
    /// not, and none is preferred: more tokio-postgres does not ask.
    pub async fn connect(&self) -> Result<Connected, ConnectError> {
        let refused = match self.config.connect(self.tls.clone()).await {
            Err(error) if may_want_the_other_way(&error) => error,
            outcome => return outcome.map_err(|error| self.failed(error)),
        };
        let Some(otherwise) = self.otherwise else { return Err(self.failed(refused)) };
        let mut config = self.config.clone();
        config.ssl_mode(otherwise);
        // Where both fail, the one over TLS says more.
        config.connect(self.tls.clone()).await.map_err(|error| match otherwise {
            SslMode::Disable => self.failed(refused),
            _ => self.failed(error),
        })
    }

    /// Stops the statement that runs on the token's connection, over a connection as that one.
    pub async fn cancel(&self, token: &CancelToken) -> Result<(), ConnectError> {
        token.cancel_query(self.tls.clone()).await.map_err(|error| self.failed(error))
    }

    fn failed(&self, cause: tokio_postgres::Error) -> ConnectError {
        ConnectError::new(cause, &self.config)
    }
}

/// tokio-postgres begins TLS only with a host that has a name; the name of one that has none is its address.
fn name_hosts(config: &mut Config) {
    if config.get_hosts().is_empty() {
        for address in config.get_hostaddrs().to_vec() {
            config.host(address.to_string());
        }
    }
}

/// Nothing here encrypts by GSSAPI, which is also what `disable` and `prefer` may lead to.
fn refuse_gss(parameters: &Parameters) -> Result<(), AddressError> {
    match &parameters.gss {
        Some(setting) if !["disable", "prefer"].contains(&setting.value.as_str()) => {
            Err(AddressError::Gss { setting: setting.name })
        }
        _ => Ok(()),
    }
}

/// Whether a server that refuses with this SQLSTATE may mean no more than the encryption, or its absence. The first is
/// what `pg_hba.conf` refuses by, the second what poolers do; a wrong password is another, and is not sent twice.
pub fn is_of_encryption(code: &str) -> bool {
    [SqlState::INVALID_AUTHORIZATION_SPECIFICATION, SqlState::PROTOCOL_VIOLATION]
        .iter()
        .any(|state| state.code() == code)
}

fn may_want_the_other_way(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        Some(code) => is_of_encryption(code.code()),
        None => std::error::Error::source(error).is_some_and(|cause| cause.is::<tls::HandshakeError>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(address: &str) -> Result<Connector, AddressError> {
        Connector::with_variables(address, |_| None)
    }

    fn refusal(address: &str) -> String {
        read(address).err().unwrap().to_string()
    }

    #[test]
    fn each_mode_of_libpq_is_taken() {
        let cases = [
            ("", (SslMode::Prefer, Some(SslMode::Disable))),
            ("sslmode=disable", (SslMode::Disable, None)),
            ("sslmode=allow", (SslMode::Disable, Some(SslMode::Require))),
            ("sslmode=prefer", (SslMode::Prefer, Some(SslMode::Disable))),
            ("sslmode=require", (SslMode::Require, None)),
            ("sslmode=verify-ca", (SslMode::Require, None)),
            ("sslmode=verify-full", (SslMode::Require, None)),
            ("sslrootcert=system", (SslMode::Require, None)),
        ];
        for (parameter, (first, otherwise)) in cases {
            for address in
                [format!("postgres://me@db/app?{parameter}"), format!("host=db user=me {parameter}")]
            {
                let connector = read(&address).unwrap();
                assert_eq!(connector.config.get_ssl_mode(), first, "{address}");
                assert_eq!(connector.otherwise, otherwise, "{address}");
                assert_eq!(connector.config.get_user(), Some("me"), "{address}");
            }
        }
    }

    #[test]
    fn what_cannot_be_used_is_refused_by_the_name_of_its_setting() {
        let cases = [
            ("postgres://db/app?sslmode=verify", "sslmode must be"),
            ("host=db sslmode=on", "sslmode must be"),
            (
                "postgres://db/app?sslrootcert=/nowhere/root.crt&sslmode=verify-ca",
                "sslrootcert: cannot read /nowhere/root.crt",
            ),
            (
                "postgres://db/app?sslrootcert=system&sslmode=require",
                "sslrootcert=system needs sslmode=verify-full",
            ),
            ("postgres://db/app?sslcert=/nowhere/me.crt", "sslcert and sslkey"),
            ("postgres://db/app?sslcert=/nowhere/me.crt&sslkey=/nowhere/me.key", "sslcert: cannot read"),
            ("postgres://db/app?sslnegotiation=direct", "sslnegotiation=direct needs sslmode=require"),
            ("postgres://db/app?target_session_attrs=master", "target_session_attrs must be any, read-write"),
            ("host=db gssencmode=require", "gssencmode must be disable or prefer"),
            ("host=db keepalives_count=many", "keepalives_count must be a number"),
        ];
        for (address, said) in cases {
            assert!(refusal(address).contains(said), "{address}: {}", refusal(address));
        }
    }

    #[test]
    fn libpqs_variables_say_what_the_address_does_not() {
        let variable = |name: &str| (name == "PGSSLMODE").then(|| "require".to_owned());
        let mode =
            |address: &str| Connector::with_variables(address, variable).unwrap().config.get_ssl_mode();
        assert_eq!(mode("postgres://db/app"), SslMode::Require);
        assert_eq!(mode("postgres://db/app?sslmode=disable"), SslMode::Disable);
        let wrong = Connector::with_variables("postgres://db/app", |name| {
            (name == "PGSSLMODE").then(|| "yes".to_owned())
        });
        assert!(wrong.err().unwrap().to_string().starts_with("PGSSLMODE must be"));
    }

    #[test]
    fn each_kind_of_server_that_libpq_knows_can_be_asked_for() {
        let cases = [
            ("", Target::Any),
            ("target_session_attrs=any", Target::Any),
            ("target_session_attrs=read-write", Target::ReadWrite),
            ("target_session_attrs=read-only", Target::ReadOnly),
            ("target_session_attrs=primary", Target::Primary),
            ("target_session_attrs=standby", Target::Standby),
            ("target_session_attrs=prefer-standby", Target::PreferStandby),
        ];
        for (parameter, target) in cases {
            for address in [format!("postgres://one,two/app?{parameter}"), format!("host=/run {parameter}")] {
                assert_eq!(read(&address).unwrap().target(), target, "{address}");
            }
        }
        let variable = |name: &str| (name == "PGTARGETSESSIONATTRS").then(|| "standby".to_owned());
        assert_eq!(Connector::with_variables("host=db", variable).unwrap().target(), Target::Standby);
        assert_eq!(
            read("host=db target_session_attrs=standby").unwrap().writable().target(),
            Target::ReadWrite
        );
    }

    #[test]
    fn what_libpq_takes_and_what_has_no_effect_here_is_taken() {
        let parameters =
            ["client_encoding=UTF8", "fallback_application_name=me", "sslsni=1", "gssencmode=prefer"];
        let plain = read("postgres://db/app").unwrap().config;
        assert_eq!(read(&format!("postgres://db/app?{}", parameters.join("&"))).unwrap().config, plain);
    }

    #[test]
    fn a_unix_socket_is_never_encrypted() {
        for address in
            ["host=/run/postgresql sslmode=verify-full", "postgres://%2Frun%2Fpostgresql/app?sslmode=require"]
        {
            assert_eq!(read(address).unwrap().config.get_ssl_mode(), SslMode::Disable);
        }
    }

    fn tcp(names: &[&str]) -> Vec<Host> {
        names.iter().map(|name| Host::Tcp((*name).to_owned())).collect()
    }

    #[test]
    fn servers_are_lists_wherever_they_are_named() {
        for address in [
            "postgresql://one:5433,two:5434/app",
            "postgresql://?host=one,two&port=5433,5434&dbname=app",
            "postgresql:///app?host=one%2Ctwo&port=5433%2C5434",
            "postgresql://three/app?port=5433,5434&host=one,two",
            "host=one,two port=5433,5434 dbname=app",
        ] {
            let connector = read(address).unwrap();
            assert_eq!(connector.config.get_hosts(), tcp(&["one", "two"]), "{address}");
            assert_eq!(connector.config.get_ports(), [5433, 5434], "{address}");
            assert_eq!(connector.config.get_dbname(), Some("app"), "{address}");
        }
    }

    #[test]
    fn a_port_that_is_left_out_is_the_usual_one_or_not_named_at_all() {
        let cases = [
            ("postgres://one,two/app?port=5433", vec!["one", "two"], vec![5433]),
            ("postgres://one,two:5433", vec!["one", "two"], vec![5432, 5433]),
            ("postgres://one,two", vec!["one", "two"], vec![5432, 5432]),
            ("postgres://[::1],[2001:db8::1]:5433", vec!["::1", "2001:db8::1"], vec![5432, 5433]),
            ("postgres://one/app", vec!["one"], vec![]),
            ("postgres://:5433/app", vec![], vec![5433]),
            ("postgres://,two", vec!["localhost", "two"], vec![5432, 5432]),
            ("postgres://me@?host=", vec![], vec![]),
        ];
        for (address, hosts, ports) in cases {
            let connector = read(address).unwrap();
            assert_eq!(connector.config.get_hosts(), tcp(&hosts), "{address}");
            assert_eq!(connector.config.get_ports(), ports, "{address}");
        }
    }

    #[test]
    fn a_url_may_leave_everything_open() {
        for address in [
            "postgres://",
            "postgresql://",
            "postgresql://?",
            "postgresql:///",
            "postgres:///?",
            "postgres://?&",
        ] {
            assert_eq!(read(address).unwrap().config, read("").unwrap().config, "{address}");
        }
    }

    #[test]
    fn a_port_that_is_none_is_refused() {
        for address in ["postgres://db:many", "postgres://db?port=0", "postgres://[::1"] {
            assert!(refusal(address).contains("port"), "{address}: {}", refusal(address));
        }
    }

    #[test]
    fn a_host_without_a_name_is_named_by_its_address() {
        let connector = read("hostaddr=192.0.2.1 sslmode=require").unwrap();
        assert_eq!(connector.config.get_hosts(), [Host::Tcp("192.0.2.1".into())]);
    }
}
