//! The front door of one test, with its own port, processes and keys.

use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jwt::{EncodingKey, Header, encode};
use rest_gateway::front_door::{self, Certificates, Check, Keys, Options, Running};
use rest_gateway::function_host::{FunctionHost, FunctionRules, Service, ServiceName, TokenVerifier};
use rest_gateway::process::ChildCommand;
use rest_gateway::session_check::SessionCheck;
use rest_gateway::trusted_proxies::TrustedProxies;
use serde_json::{Value, json};

pub const SECRET: &[u8] = b"the secret that this test's tokens are signed with";
pub const PUBLISHABLE: &str = "sb_publishable_0123456789abcdefghijkl_checksum";
pub const SECRET_KEY: &str = "sb_secret_0123456789abcdefghijkl_checksum";

pub fn anon_key() -> String {
    token(&json!({ "iss": "supabase", "role": "anon", "exp": 4_000_000_000_u64 }))
}

pub fn service_key() -> String {
    token(&json!({ "iss": "supabase", "role": "service_role", "exp": 4_000_000_000_u64 }))
}

pub fn token(claims: &Value) -> String {
    signed_with(SECRET, claims)
}

pub fn signed_with(secret: &[u8], claims: &Value) -> String {
    encode(&Header::default(), claims, &EncodingKey::from_secret(secret)).unwrap()
}

pub fn jwks() -> String {
    json!({ "keys": [{ "kty": "oct", "k": URL_SAFE_NO_PAD.encode(SECRET), "alg": "HS256" }] }).to_string()
}

/// A function without `verify_jwt`, like this product's.
pub fn function(name: &str) -> Service {
    let mut service = Service::function(name.parse().unwrap(), command(&[("GREETING", "bonjour")]));
    service.function = Some(FunctionRules { verify_jwt: false });
    service
}

/// A service that is no function.
pub fn always_on(name: &str) -> Service {
    Service::always_on(name.parse().unwrap(), command(&[]))
}

pub fn command(environment: &[(&str, &str)]) -> ChildCommand {
    ChildCommand {
        program: PathBuf::from(env!("CARGO_BIN_EXE_test-function")),
        args: Vec::new(),
        env: environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
    }
}

#[derive(Default)]
pub struct Setup {
    pub services: Vec<Service>,
    pub auth: Option<&'static str>,
    pub auth_without_key: bool,
    pub storage: Option<&'static str>,
    pub realtime: Option<&'static str>,
    pub dist: Option<PathBuf>,
    pub site_functions: Vec<(&'static str, &'static str)>,
    pub trusted_proxies: Vec<&'static str>,
    pub public_url: Option<&'static str>,
    pub engine: Option<Arc<rest_engine::Engine>>,
    pub sessions: Option<SessionCheck>,
    /// By default those of `jwks()`.
    pub tokens: Option<TokenVerifier>,
    pub checks: Vec<Check>,
    pub certificates: Option<Arc<Certificates>>,
    pub slow_after: Option<Duration>,
}

pub struct Stack {
    pub host: FunctionHost,
    pub front_door: Running,
}

impl Setup {
    pub fn functions(names: &[&str]) -> Setup {
        Setup { services: names.iter().map(|name| function(name)).collect(), ..Setup::default() }
    }

    pub async fn start(self) -> Stack {
        let host = FunctionHost::new(self.services).unwrap();
        host.eager_services_ready().await.unwrap();
        let named = |name: &str| name.parse::<ServiceName>().unwrap();
        let site_functions =
            self.site_functions.iter().map(|(path, name)| (path.parse().unwrap(), named(name))).collect();
        let options = Options {
            listener: TcpListener::bind("127.0.0.1:0").unwrap(),
            admin: Some(TcpListener::bind("127.0.0.1:0").unwrap()),
            keys: Keys {
                anon: anon_key(),
                service_role: service_key(),
                publishable: vec![PUBLISHABLE.to_owned()],
                secret: vec![SECRET_KEY.to_owned()],
            },
            tokens: self.tokens.unwrap_or_else(|| TokenVerifier::from_jwks(&jwks()).unwrap()),
            sessions: self.sessions,
            engine: self.engine,
            host: host.clone(),
            auth: self.auth.map(named),
            auth_needs_key: !self.auth_without_key,
            storage: self.storage.map(named),
            realtime: self.realtime.map(named),
            dist: self.dist,
            site_functions,
            map_style_url: None,
            trusted_proxies: TrustedProxies::parse(self.trusted_proxies).unwrap(),
            public_url: self.public_url.unwrap_or("http://127.0.0.1").to_owned(),
            workers: Some(1),
            checks: self.checks,
            certificates: self.certificates,
            slow_after: self.slow_after,
            drain: Duration::from_secs(30),
        };
        Stack { host, front_door: front_door::start(options).await.unwrap() }
    }
}

impl Stack {
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.front_door.port())
    }

    pub fn admin_url(&self, path: &str) -> String {
        format!("http://{}{path}", self.front_door.admin_address().unwrap())
    }

    pub fn pid(&self, service: &str) -> Option<u32> {
        self.host.status().into_iter().find(|status| status.name == service)?.pid
    }

    /// Polls until the condition holds, for five seconds at most.
    pub async fn until(&self, what: &str, mut condition: impl FnMut(&Stack) -> bool) {
        for _ in 0..1000 {
            if condition(self) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("timed out waiting for: {what}");
    }
}
