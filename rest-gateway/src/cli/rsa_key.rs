//! A new RSA key. Its primes come from the program `openssl`, because none of this program's libraries generates
//! them.

use super::error::CommandError;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use std::process::{Command, Stdio};

const BITS: &str = "rsa_keygen_bits:2048";
const INTEGER: u8 = 0x02;
const OCTET_STRING: u8 = 0x04;
const SEQUENCE: u8 = 0x30;
/// The numbers of a private key (RFC 8017, A.1.2) after the version, with their names in a JWK.
const MEMBERS: [&str; 8] = ["n", "e", "d", "p", "q", "dp", "dq", "qi"];

/// A private key as a JWK without an id.
///
/// # Errors
/// When `openssl` is not installed, or fails.
pub(super) fn generate_rsa_jwk() -> Result<Value, CommandError> {
    let arguments = ["genpkey", "-algorithm", "RSA", "-pkeyopt", BITS, "-outform", "DER"];
    let made = Command::new("openssl").args(arguments).stdin(Stdio::null()).output();
    let made = made.map_err(|cause| CommandError::Openssl(cause.to_string()))?;
    let failed = || CommandError::Openssl(String::from_utf8_lossy(&made.stderr).trim().to_owned());
    if !made.status.success() {
        return Err(failed());
    }
    jwk_of(&made.stdout).ok_or_else(failed)
}

/// The key in a document of PKCS#1 or PKCS#8: versions of `openssl` write one or the other.
fn jwk_of(document: &[u8]) -> Option<Value> {
    let mut outer = document;
    let mut numbers = element(&mut outer, SEQUENCE)?;
    element(&mut numbers, INTEGER)?;
    // In PKCS#8 the algorithm comes next, and then the document of PKCS#1.
    if element(&mut numbers, SEQUENCE).is_some() {
        let mut key = element(&mut numbers, OCTET_STRING)?;
        numbers = element(&mut key, SEQUENCE)?;
        element(&mut numbers, INTEGER)?;
    }
    let mut jwk = json!({ "kty": "RSA", "alg": "RS256", "use": "sig" });
    for name in MEMBERS {
        let number = element(&mut numbers, INTEGER)?;
        // A leading zero keeps a number from being negative.
        let digits = number.strip_prefix(&[0]).unwrap_or(number);
        jwk[name] = URL_SAFE_NO_PAD.encode(digits).into();
    }
    Some(jwk)
}

/// The content of the next element, which must have this tag. Moves the input behind it.
fn element<'a>(input: &mut &'a [u8], tag: u8) -> Option<&'a [u8]> {
    let (&[found, first], rest) = input.split_first_chunk::<2>()?;
    if found != tag {
        return None;
    }
    // Up to 127 it is the length itself, else the number of bytes that the length has.
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        _ => {
            let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            let length = digits
                .iter()
                .try_fold(0_usize, |length, digit| length.checked_mul(256)?.checked_add(usize::from(*digit)));
            (length?, rest)
        }
    };
    let (content, behind) = rest.split_at_checked(length)?;
    *input = behind;
    Some(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_of_another_kind_or_length_is_rejected() {
        let mut two = &[0x02, 0x01, 0x07, 0x02, 0x00][..];
        assert_eq!(element(&mut two, INTEGER), Some(&[7][..]));
        assert_eq!((element(&mut two, SEQUENCE), element(&mut two, INTEGER)), (None, Some(&[][..])));
        let long = [&[0x04, 0x82, 0x01, 0x00][..], &[9; 256]].concat();
        assert_eq!(element(&mut &long[..], OCTET_STRING).map(<[u8]>::len), Some(256));
        assert_eq!(element(&mut &long[..100], OCTET_STRING), None);
        assert_eq!(jwk_of(b"no key"), None);
    }
}
