//! Signs requests to S3 (AWS Signature Version 4, in headers).

use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use aws_sigv4::sign::v4;
use chrono::{DateTime, NaiveDate, Utc};
use hyper::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use hyper::{Method, Uri};
use s3s::crypto::{Checksum, Sha256};

use super::client::Settings;
use crate::hex::hex;

const DATE: HeaderName = HeaderName::from_static("x-amz-date");
const CONTENT_SHA256: HeaderName = HeaderName::from_static("x-amz-content-sha256");
const SERVICE: &str = "s3";

/// What a signature says about the body.
#[derive(Debug, Clone, Copy)]
pub enum Payload {
    /// There is none.
    Empty,
    /// It is not signed, because it is sent while it is received.
    Unsigned,
}

impl Payload {
    fn hash(self) -> &'static str {
        match self {
            Self::Empty => "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            Self::Unsigned => "UNSIGNED-PAYLOAD",
        }
    }
}

/// The keys of an account, with which its requests are signed.
pub struct Signer {
    access_key_id: String,
    secret_access_key: String,
    region: String,
    /// The signing key of the day of the last request. Deriving one costs as much as several signatures.
    signing_key: Mutex<Option<(NaiveDate, Vec<u8>)>>,
}

impl Signer {
    pub fn new(settings: &Settings) -> Self {
        Self {
            access_key_id: settings.access_key_id.clone(),
            secret_access_key: settings.secret_access_key.clone(),
            region: settings.region.clone(),
            signing_key: Mutex::default(),
        }
    }

    /// Signs a request without a query, with all of its headers, to which `Host` belongs.
    pub fn sign(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &mut HeaderMap,
        payload: Payload,
        now: DateTime<Utc>,
    ) -> Result<(), InvalidHeaderValue> {
        let time = now.format("%Y%m%dT%H%M%SZ").to_string();
        headers.insert(DATE, HeaderValue::from_str(&time)?);
        headers.insert(CONTENT_SHA256, HeaderValue::from_static(payload.hash()));
        let mut names: Vec<&str> = headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        let lines: String = names.iter().map(|name| format!("{name}:{}\n", text(headers, name))).collect();
        let names = names.join(";");
        let canonical = format!("{method}\n{}\n\n{lines}\n{names}\n{}", uri.path(), payload.hash());
        let scope = format!("{}/{}/{SERVICE}/aws4_request", now.format("%Y%m%d"), self.region);
        let hash = hex(&Sha256::checksum(canonical.as_bytes()));
        let signature = self.signature(&format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{hash}"), now);
        let authorization = format!(
            "AWS4-HMAC-SHA256 Credential={}/{scope}, SignedHeaders={names}, Signature={signature}",
            self.access_key_id
        );
        let mut authorization = HeaderValue::from_str(&authorization)?;
        authorization.set_sensitive(true);
        headers.insert(AUTHORIZATION, authorization);
        Ok(())
    }

    fn signature(&self, text: &str, now: DateTime<Utc>) -> String {
        let today = now.date_naive();
        let mut signing_key = self.signing_key.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, key) = match signing_key.take().filter(|(day, _)| *day == today) {
            Some(current) => signing_key.insert(current),
            None => {
                let (secret, time) = (&self.secret_access_key, SystemTime::from(now));
                let key = v4::generate_signing_key(secret, time, &self.region, SERVICE);
                signing_key.insert((today, key.as_ref().to_vec()))
            }
        };
        v4::calculate_signature(key, text.as_bytes())
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chrono::TimeZone;
    use hyper::header::{HOST, RANGE};

    use super::*;

    /// From Amazon's documentation: "Signature Calculations for the Authorization Header", GET Object.
    #[test]
    fn signs_as_amazons_example() {
        let signer = Signer::new(&Settings {
            bucket: "examplebucket".to_owned(),
            tenant: String::new(),
            endpoint: None,
            region: "us-east-1".to_owned(),
            force_path_style: false,
            access_key_id: "AKIAIOSFODNN7EXAMPLE".to_owned(),
            secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".to_owned(),
            timeout: Duration::from_secs(1),
        });
        let uri = Uri::from_static("https://examplebucket.s3.amazonaws.com/test.txt");
        let now = Utc.with_ymd_and_hms(2013, 5, 24, 0, 0, 0).unwrap();
        // The second signature is made with the kept key.
        for _ in 0..2 {
            let mut headers = HeaderMap::from_iter([
                (HOST, HeaderValue::from_static("examplebucket.s3.amazonaws.com")),
                (RANGE, HeaderValue::from_static("bytes=0-9")),
            ]);
            signer.sign(&Method::GET, &uri, &mut headers, Payload::Empty, now).unwrap();
            let expected = "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, \
                            SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, \
                            Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
            assert_eq!(headers[AUTHORIZATION], expected);
        }
    }
}
