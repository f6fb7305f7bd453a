//! Requests that are signed by OAuth 1.0a (RFC 5849), with HMAC-SHA-1, as Twitter wants them.

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use ring::hmac;
use url::{Position, Url};
use uuid::Uuid;

use super::ProviderError;

/// The characters that stay unescaped (section 3.6).
const UNESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The secrets that sign a request.
pub(super) struct Signer<'a> {
    pub client_id: &'a str,
    pub client_secret: &'a str,
    /// A request token or an access token, and its secret. `None` for the request of a request token.
    pub token: Option<(&'a str, &'a str)>,
}

impl Signer<'_> {
    /// The header `Authorization` of a request without a body. `parameters` are further ones of the protocol, such as
    /// `oauth_verifier`.
    ///
    /// # Errors
    /// When the address is none.
    pub fn authorization(
        &self,
        method: &str,
        address: &str,
        parameters: &[(&str, &str)],
    ) -> Result<String, ProviderError> {
        let url = Url::parse(address).map_err(|_| ProviderError::Address(address.to_owned()))?;
        let timestamp = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let mut header = vec![
            ("oauth_consumer_key", self.client_id.to_owned()),
            ("oauth_nonce", Uuid::new_v4().simple().to_string()),
            ("oauth_signature_method", "HMAC-SHA1".to_owned()),
            ("oauth_timestamp", timestamp.to_string()),
            ("oauth_version", "1.0".to_owned()),
        ];
        header.extend(self.token.map(|(token, _)| ("oauth_token", token.to_owned())));
        header.extend(parameters.iter().map(|(name, value)| (*name, (*value).to_owned())));
        let signature = self.signature(method, &url, &header);
        header.push(("oauth_signature", signature));
        let fields: Vec<String> =
            header.iter().map(|(name, value)| format!("{name}=\"{}\"", escape(value))).collect();
        Ok(format!("OAuth {}", fields.join(", ")))
    }

    /// The signature of a request with these parameters of the protocol (section 3.4).
    fn signature(&self, method: &str, url: &Url, protocol: &[(&str, String)]) -> String {
        let of_query = url.query_pairs().map(|(name, value)| (escape(&name), escape(&value)));
        let of_protocol = protocol.iter().map(|(name, value)| (escape(name), escape(value)));
        let mut parameters: Vec<(String, String)> = of_query.chain(of_protocol).collect();
        parameters.sort();
        let parameters: Vec<String> =
            parameters.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        let base = [method, &url[..Position::AfterPath], &parameters.join("&")].map(escape).join("&");
        let token_secret = self.token.map_or("", |(_, secret)| secret);
        let key = format!("{}&{}", escape(self.client_secret), escape(token_secret));
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, key.as_bytes());
        BASE64_STANDARD.encode(hmac::sign(&key, base.as_bytes()))
    }
}

fn escape(text: &str) -> String {
    utf8_percent_encode(text, UNESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The requests of RFC 5849, section 1.2.
    #[test]
    fn the_signatures_are_those_of_the_standards_example() {
        let signature = |method, url, token, protocol: &[(&str, &str)]| {
            let signer = Signer {
                client_id: "dpf43f3p2l4k3l03",
                client_secret: "kd94hf93k423kf44",
                token: Some(token),
            };
            let own = [("oauth_consumer_key", signer.client_id), ("oauth_signature_method", "HMAC-SHA1")];
            let protocol: Vec<_> =
                own.iter().chain(protocol).map(|(name, value)| (*name, (*value).to_owned())).collect();
            signer.signature(method, &Url::parse(url).unwrap(), &protocol)
        };
        let exchange = [
            ("oauth_token", "hh5s93j4hdidpola"),
            ("oauth_timestamp", "137131201"),
            ("oauth_nonce", "walatlh"),
            ("oauth_verifier", "hfdp7dh39dks9884"),
        ];
        let request_token = ("hh5s93j4hdidpola", "hdhd0244k9j7ao03");
        assert_eq!(
            signature("POST", "https://photos.example.net/token", request_token, &exchange),
            "gKgrFCywp7rO0OXSjdot/IHF7IU="
        );
        let read = [
            ("oauth_token", "nnch734d00sl2jdk"),
            ("oauth_timestamp", "137131202"),
            ("oauth_nonce", "chapoH"),
        ];
        let photo = "http://photos.example.net/photos?size=original&file=vacation.jpg";
        assert_eq!(
            signature("GET", photo, ("nnch734d00sl2jdk", "pfkkdhi9sl3r4s00"), &read),
            "MdpQcU8iPSUjWoN/UDMsK2sui9I="
        );
    }
}
