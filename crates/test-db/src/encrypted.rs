//! A Postgres that requires TLS, as managed ones may. Its certificate is only for `localhost`, from a certificate
//! authority of its own. Logins need no password, except those of the roles below.

use crate::server::{Address, PREFIX, remove_abandoned};
use postgres_server::{Auth, Binaries, Options, Server, User};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The `pg_hba.conf`. A test that needs one of these roles creates it.
const HBA: &str = "
hostssl   all by_password    127.0.0.1/32 scram-sha-256
hostssl   all by_md5         127.0.0.1/32 md5
hostssl   all by_clear_text  127.0.0.1/32 password
hostssl   all by_certificate 127.0.0.1/32 cert
hostnossl all in_the_clear   127.0.0.1/32 trust
hostssl   all in_the_clear   127.0.0.1/32 reject
hostssl   all all            127.0.0.1/32 trust
";

/// The server that requires TLS: one for each test process, which it ends with.
pub struct Encrypted {
    server: Server,
    folder: PathBuf,
}

impl Encrypted {
    /// The server of this process, started on the first call.
    pub fn server() -> &'static Encrypted {
        static SERVER: OnceLock<Encrypted> = OnceLock::new();
        SERVER.get_or_init(Encrypted::start)
    }

    fn start() -> Encrypted {
        remove_abandoned();
        let folder = std::env::temp_dir().join(format!("{PREFIX}{}-encrypted", std::process::id()));
        fs::create_dir(&folder).expect("a folder for the certificates");
        fs::set_permissions(&folder, Permissions::from_mode(0o755))
            .expect("a folder that Postgres can enter");
        write_certificates(&folder);
        fs::write(folder.join("pg_hba.conf"), HBA).expect("write pg_hba.conf");
        let file = |name: &str| folder.join(name).display().to_string();
        let settings = [
            ("ssl", "on".to_owned()),
            ("ssl_cert_file", file("server.crt")),
            ("ssl_key_file", file("server.key")),
            ("ssl_ca_file", file("root.crt")),
            ("hba_file", file("pg_hba.conf")),
        ];
        let options = Options {
            data_dir: folder.join("data"),
            port: 0,
            auth: Auth::Trust,
            durable: false,
            settings: settings.map(|(name, value)| (name.to_owned(), value)).to_vec(),
            extensions: Vec::new(),
        };
        let binaries = Binaries::find().expect("a Postgres for the tests");
        let server = Server::start(&binaries, options).expect("start the encrypted test server");
        Encrypted { server, folder }
    }

    /// The TCP port on loopback.
    pub fn port(&self) -> u16 {
        self.server.port()
    }

    /// The URL to connect as `role`, with parameters such as `sslmode=require`.
    pub fn url(&self, role: &str, database: &str, parameters: &str) -> String {
        let address = Address { parameters: format!("?{parameters}"), ..self.address() };
        address.url(role, database)
    }

    /// The address with full verification of the server's certificate.
    pub(crate) fn address(&self) -> Address {
        let parameters = format!("?sslmode=verify-full&sslrootcert={}", self.root().display());
        Address { host: format!("localhost:{}", self.port()), parameters }
    }

    /// The file of the certificate authority's certificate.
    pub fn root(&self) -> PathBuf {
        self.folder.join("root.crt")
    }

    /// The files of the client certificate of the role `by_certificate` and of its key.
    pub fn client(&self) -> (PathBuf, PathBuf) {
        (self.folder.join("client.crt"), self.folder.join("client.key"))
    }
}

fn write_certificates(folder: &Path) {
    let key = || KeyPair::generate().expect("make a key");
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.distinguished_name.push(DnType::CommonName, "the authority of the tests");
    let authority = CertifiedIssuer::self_signed(authority, key()).expect("make an authority");
    write(folder, "root.crt", &authority.pem());

    for (file, common_name, host) in [("server", "the server", "localhost"), ("client", "by_certificate", "")]
    {
        let hosts: Vec<String> =
            [host].into_iter().filter(|host| !host.is_empty()).map(str::to_owned).collect();
        let mut parameters = CertificateParams::new(hosts).expect("a host's name");
        parameters.distinguished_name.push(DnType::CommonName, common_name);
        let own = key();
        let certificate = parameters.signed_by(&own, &authority).expect("sign a certificate");
        write(folder, &format!("{file}.crt"), &certificate.pem());
        write(folder, &format!("{file}.key"), &own.serialize_pem());
    }
    // Postgres rejects a key that other users can read.
    User::for_this_process()
        .take_ownership(&folder.join("server.key"), 0o600)
        .expect("hand the key to Postgres");
}

fn write(folder: &Path, name: &str, content: &str) {
    fs::write(folder.join(name), content).expect("write a file of the test server");
}
