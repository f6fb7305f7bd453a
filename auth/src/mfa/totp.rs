//! Time-based one-time codes (RFC 6238): six digits, 30 seconds, HMAC-SHA-1, as authenticator apps expect them.

use data_encoding::BASE32_NOPAD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rand::Rng;
use ring::hmac;
use subtle::ConstantTimeEq;

/// Seconds for which a code is current.
const PERIOD: i64 = 30;
const DIGITS: usize = 6;
/// The steps before and after the current one whose codes are accepted, for clocks that differ.
const SKEW: i64 = 1;
/// In bytes; the length of SHA-1's output, as RFC 4226 recommends.
const SECRET_LENGTH: usize = 20;
/// Characters that stay unescaped in a label and its parameters.
const UNESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b':').remove(b'@');

/// A new secret, in base32 without padding.
pub(crate) fn generate_secret() -> String {
    let mut bytes = [0; SECRET_LENGTH];
    rand::rng().fill_bytes(&mut bytes);
    BASE32_NOPAD.encode(&bytes)
}

/// The `otpauth` URI that an authenticator app reads.
pub(crate) fn uri(issuer: &str, account: &str, secret: &str) -> String {
    let issuer = utf8_percent_encode(issuer, UNESCAPED).to_string();
    let account = utf8_percent_encode(account, UNESCAPED);
    format!(
        "otpauth://totp/{issuer}:{account}?algorithm=SHA1&digits={DIGITS}&issuer={issuer}&period={PERIOD}&secret={secret}"
    )
}

/// The time step whose code was entered at `now` (Unix time). `None` for another code, and for a secret that is not
/// base32.
pub(crate) fn matching_step(secret: &str, entered: &str, now: i64) -> Option<i64> {
    let secret = BASE32_NOPAD.decode(secret.trim().trim_end_matches('=').to_uppercase().as_bytes()).ok()?;
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &secret);
    let current = now.div_euclid(PERIOD);
    (current - SKEW..=current + SKEW)
        .find(|step| bool::from(code(&key, *step).as_bytes().ct_eq(entered.trim().as_bytes())))
}

/// The code of a time step (RFC 4226, section 5.3).
fn code(key: &hmac::Key, step: i64) -> String {
    let tag = hmac::sign(key, &step.to_be_bytes());
    let bytes = tag.as_ref();
    let offset = usize::from(bytes.last().copied().unwrap_or_default() & 0x0f);
    let truncated =
        bytes.iter().skip(offset).take(4).fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
    format!("{:0DIGITS$}", (truncated & 0x7fff_ffff) % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `12345678901234567890`, the secret of the RFC's test vectors.
    const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_are_those_of_the_rfc() {
        // Appendix B of RFC 6238, the last six of its eight digits.
        for (time, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
        ] {
            assert_eq!(matching_step(SECRET, code, time), Some(time / 30), "{time}");
        }
    }

    #[test]
    fn a_code_is_accepted_one_step_early_and_late() {
        assert_eq!(matching_step(SECRET, "287082", 89), Some(1));
        assert_eq!(matching_step(SECRET, "287082", 29), Some(1));
        assert_eq!(matching_step(SECRET, "287082", 90), None);
        assert_eq!(matching_step(SECRET, " 287082 ", 59), Some(1));
        for wrong in ["", "28708", "2870820", "287083"] {
            assert_eq!(matching_step(SECRET, wrong, 59), None, "{wrong}");
        }
        assert_eq!(matching_step("not base32!", "287082", 59), None);
    }

    #[test]
    fn the_uri_escapes_names() {
        assert_eq!(
            uri("Aux 4 vents/é", "a+b@exemple.fr", "ABC"),
            "otpauth://totp/Aux%204%20vents%2F%C3%A9:a%2Bb@exemple.fr?algorithm=SHA1&digits=6&issuer=Aux%204%20vents%2F%C3%A9&period=30&secret=ABC"
        );
    }
}
