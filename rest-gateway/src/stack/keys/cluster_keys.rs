//! The keys that authenticate messages between the nodes of a cluster. They are derived from the project's secret, so that
//! nodes do not get the secret itself for this.

use crate::config::Secret;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;

/// Distinguishes these keys from others that are derived from the same secret.
const LABEL: &[u8] = b"realtime cluster";

/// The value of `REALTIME_CLUSTER_KEYS`: the key of the secret, followed by those of the former secrets.
pub fn cluster_keys(secret: &str, former: &[Secret]) -> String {
    let secrets = std::iter::once(secret).chain(former.iter().map(|secret| secret.0.as_str()));
    secrets.map(derived_key).collect::<Vec<_>>().join(",")
}

fn derived_key(secret: &str) -> String {
    let secret = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    URL_SAFE_NO_PAD.encode(hmac::sign(&secret, LABEL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_the_hmac_of_the_label_by_each_secret() {
        let former = [Secret("former".to_owned())];
        let keys = cluster_keys("super-secret-jwt-token-with-at-least-32-characters-long", &former);
        let expected =
            "F-I8xtNGY17G_02cirZmeCfxSnf2Nte3CneL67Cd3gg,kEmpBFBirB6883YnXHijGNEnzNoy5aKhd4r2xhkzNzU";
        assert_eq!(keys, expected);
    }
}
