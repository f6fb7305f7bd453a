//! `[cluster]`: the Redis over which several copies of a service communicate.

use serde::{Deserialize, Deserializer};

use super::auth::min_secret_length;
use super::reader::Section;
use super::values::{Secret, text};

/// The section.
#[derive(Debug, Clone)]
pub struct Cluster {
    /// The address of Redis or Valkey. `None` if every service has a single process.
    pub redis_url: Option<RedisUrl>,
    /// Earlier or next values of `[auth] jwt_secret`. While the secret is being replaced, nodes that sign with one of them
    /// belong to the cluster, too.
    pub former_jwt_secrets: Vec<Secret>,
}

/// An address of Redis. It may contain a password and is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct RedisUrl(pub String);

const SCHEMES: [&str; 4] = ["redis://", "rediss://", "redis+unix://", "unix://"];

impl<'de> Deserialize<'de> for RedisUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "an address such as \"redis://:password@host:6379\"";
        text(deserializer, expected, |url| {
            let is_url = SCHEMES.iter().any(|scheme| url.len() > scheme.len() && url.starts_with(scheme));
            is_url.then(|| RedisUrl(url.to_owned()))
        })
    }
}

impl std::fmt::Debug for RedisUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RedisUrl(…)")
    }
}

impl Cluster {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Cluster {
        let former_jwt_secrets: Vec<Secret> = section.own("former_jwt_secrets", Vec::new());
        let minimum = min_secret_length(section);
        // A short secret can be guessed by the MAC of a message.
        if former_jwt_secrets.iter().any(|secret| secret.0.len() < minimum) {
            section
                .reject("former_jwt_secrets", &format!("expected secrets of at least {minimum} characters"));
        }
        Cluster { redis_url: section.own_optional("redis_url"), former_jwt_secrets }
    }
}
