//! A parsed address: which servers it lists, and how a connection to one of them is made and encrypted.

use crate::error::AddressError;
use crate::keepalive;
use crate::parameters::Parameters;
use crate::ssl_mode::Mode;
use crate::target_session_attrs::TargetSessionAttrs;
use crate::tls::Tls;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, SslNegotiation};

/// A database's address and how to connect to it. The files that the address names have been read; clones share them.
#[derive(Clone)]
pub struct Connector {
    config: Config,
    /// The second attempt, if the server rejects the `sslmode` of `config`.
    fallback_ssl_mode: Option<SslMode>,
    target_session_attrs: TargetSessionAttrs,
    pub(crate) tls: Tls,
}

impl Connector {
    /// Reads a connection string: a URL (`postgres://…`) or `name=value` pairs. libpq's environment variables
    /// ([`VARIABLES`](crate::VARIABLES)) set what the string leaves open.
    ///
    /// # Errors
    /// When a setting has no valid value, or a file that it names cannot be used.
    pub fn parse(address: &str) -> Result<Connector, AddressError> {
        Connector::with_variables(address, |name| std::env::var(name).ok())
    }

    pub(crate) fn with_variables(
        address: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Connector, AddressError> {
        let (address, mut parameters) = Parameters::split(address);
        parameters.complete(variable);
        let mut config: Config = address.parse().map_err(AddressError::Address)?;
        parameters.hosts.add_to(&mut config)?;
        use_hostaddrs_as_hosts(&mut config);
        let target_session_attrs = TargetSessionAttrs::parse(&parameters)?;
        config.target_session_attrs(target_session_attrs.nearest());
        reject_gss(&parameters)?;
        keepalive::configure(&mut config, &parameters)?;
        let mode = Mode::parse(&parameters)?;
        if config.get_ssl_negotiation() == SslNegotiation::Direct && mode < Mode::Require {
            return Err(AddressError::TooWeak { with: "sslnegotiation=direct", needed: "require" });
        }
        // Postgres never encrypts a Unix socket: its bytes stay on this machine.
        let local = |host: &Host| matches!(host, Host::Unix(_));
        if !config.get_hosts().is_empty() && config.get_hosts().iter().all(local) {
            config.ssl_mode(SslMode::Disable);
            return Ok(Connector { config, fallback_ssl_mode: None, target_session_attrs, tls: Tls::none() });
        }
        let tls = if mode == Mode::Disable { Tls::none() } else { Tls::new(mode, &parameters)? };
        let (ssl_mode, fallback_ssl_mode) = mode.attempts();
        config.ssl_mode(ssl_mode);
        Ok(Connector { config, fallback_ssl_mode, target_session_attrs, tls })
    }

    /// The servers, the login and the settings of the session.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The same, to change what does not concern TLS: the application's name, a timeout.
    pub fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    /// The same address with `target_session_attrs=read-write`, whatever the address itself requires.
    #[must_use]
    pub fn writable(mut self) -> Connector {
        self.target_session_attrs = TargetSessionAttrs::ReadWrite;
        self.config.target_session_attrs(self.target_session_attrs.nearest());
        self
    }

    /// Which kinds of server are acceptable.
    pub fn target_session_attrs(&self) -> TargetSessionAttrs {
        self.target_session_attrs
    }

    /// The SSL modes of the first attempt at a server and of the second one, which follows if the server rejects the
    /// first.
    pub fn ssl_modes(&self) -> (SslMode, Option<SslMode>) {
        (self.config.get_ssl_mode(), self.fallback_ssl_mode)
    }

    /// The time limit for a connection to one server.
    pub(crate) fn connect_timeout(&self) -> Option<Duration> {
        self.config.get_connect_timeout().copied()
    }
}

/// tokio-postgres begins TLS only with a host that has a name: an address without one is its own name.
fn use_hostaddrs_as_hosts(config: &mut Config) {
    if config.get_hosts().is_empty() {
        for address in config.get_hostaddrs().to_vec() {
            config.host(address.to_string());
        }
    }
}

/// `disable` and `prefer` may both lead to a connection without GSSAPI, `require` may not.
fn reject_gss(parameters: &Parameters) -> Result<(), AddressError> {
    match &parameters.gss {
        Some(setting) if !["disable", "prefer"].contains(&setting.value.as_str()) => {
            Err(AddressError::Gss { setting: setting.name })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_postgres::config::Host;

    fn parse(address: &str) -> Result<Connector, AddressError> {
        Connector::with_variables(address, |_| None)
    }

    fn parse_error(address: &str) -> String {
        parse(address).err().unwrap().to_string()
    }

    #[test]
    fn each_sslmode_of_libpq_is_accepted() {
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
        for (parameter, (first, fallback)) in cases {
            for address in
                [format!("postgres://me@db/app?{parameter}"), format!("host=db user=me {parameter}")]
            {
                let connector = parse(&address).unwrap();
                assert_eq!(connector.config.get_ssl_mode(), first, "{address}");
                assert_eq!(connector.fallback_ssl_mode, fallback, "{address}");
                assert_eq!(connector.config.get_user(), Some("me"), "{address}");
            }
        }
    }

    #[test]
    fn an_unusable_setting_is_rejected_by_its_name() {
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
            assert!(parse_error(address).contains(said), "{address}: {}", parse_error(address));
        }
    }

    #[test]
    fn environment_variables_fill_in_what_the_address_leaves_open() {
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
    fn each_value_of_target_session_attrs_is_accepted() {
        let cases = [
            ("", TargetSessionAttrs::Any),
            ("target_session_attrs=any", TargetSessionAttrs::Any),
            ("target_session_attrs=read-write", TargetSessionAttrs::ReadWrite),
            ("target_session_attrs=read-only", TargetSessionAttrs::ReadOnly),
            ("target_session_attrs=primary", TargetSessionAttrs::Primary),
            ("target_session_attrs=standby", TargetSessionAttrs::Standby),
            ("target_session_attrs=prefer-standby", TargetSessionAttrs::PreferStandby),
        ];
        for (parameter, target) in cases {
            for address in [format!("postgres://one,two/app?{parameter}"), format!("host=/run {parameter}")] {
                assert_eq!(parse(&address).unwrap().target_session_attrs(), target, "{address}");
            }
        }
        let variable = |name: &str| (name == "PGTARGETSESSIONATTRS").then(|| "standby".to_owned());
        assert_eq!(
            Connector::with_variables("host=db", variable).unwrap().target_session_attrs(),
            TargetSessionAttrs::Standby
        );
        assert_eq!(
            parse("host=db target_session_attrs=standby").unwrap().writable().target_session_attrs(),
            TargetSessionAttrs::ReadWrite
        );
    }

    #[test]
    fn parameters_of_libpq_without_effect_are_accepted() {
        let parameters =
            ["client_encoding=UTF8", "fallback_application_name=me", "sslsni=1", "gssencmode=prefer"];
        let plain = parse("postgres://db/app").unwrap().config;
        assert_eq!(parse(&format!("postgres://db/app?{}", parameters.join("&"))).unwrap().config, plain);
    }

    #[test]
    fn a_unix_socket_is_never_encrypted() {
        for address in
            ["host=/run/postgresql sslmode=verify-full", "postgres://%2Frun%2Fpostgresql/app?sslmode=require"]
        {
            assert_eq!(parse(address).unwrap().config.get_ssl_mode(), SslMode::Disable);
        }
    }

    fn tcp(names: &[&str]) -> Vec<Host> {
        names.iter().map(|name| Host::Tcp((*name).to_owned())).collect()
    }

    #[test]
    fn hosts_and_ports_are_lists_in_every_form_of_address() {
        for address in [
            "postgresql://one:5433,two:5434/app",
            "postgresql://?host=one,two&port=5433,5434&dbname=app",
            "postgresql:///app?host=one%2Ctwo&port=5433%2C5434",
            "postgresql://three/app?port=5433,5434&host=one,two",
            "host=one,two port=5433,5434 dbname=app",
        ] {
            let connector = parse(address).unwrap();
            assert_eq!(connector.config.get_hosts(), tcp(&["one", "two"]), "{address}");
            assert_eq!(connector.config.get_ports(), [5433, 5434], "{address}");
            assert_eq!(connector.config.get_dbname(), Some("app"), "{address}");
        }
    }

    #[test]
    fn an_omitted_port_is_the_default_port_or_left_open() {
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
            let connector = parse(address).unwrap();
            assert_eq!(connector.config.get_hosts(), tcp(&hosts), "{address}");
            assert_eq!(connector.config.get_ports(), ports, "{address}");
        }
    }

    #[test]
    fn a_url_may_be_empty() {
        for address in [
            "postgres://",
            "postgresql://",
            "postgresql://?",
            "postgresql:///",
            "postgres:///?",
            "postgres://?&",
        ] {
            assert_eq!(parse(address).unwrap().config, parse("").unwrap().config, "{address}");
        }
    }

    #[test]
    fn an_invalid_port_is_rejected() {
        for address in ["postgres://db:many", "postgres://db?port=0", "postgres://[::1"] {
            assert!(parse_error(address).contains("port"), "{address}: {}", parse_error(address));
        }
    }

    #[test]
    fn a_hostaddr_without_host_serves_as_host() {
        let connector = parse("hostaddr=192.0.2.1 sslmode=require").unwrap();
        assert_eq!(connector.config.get_hosts(), [Host::Tcp("192.0.2.1".into())]);
    }
}
