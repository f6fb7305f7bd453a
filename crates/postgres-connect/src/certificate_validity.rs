//! The validity period of a pinned certificate. webpki checks the period only together with a chain of issuers, which a
//! pinned certificate does not have.
//!
//! Rejects a certificate outside its validity period, and one whose period cannot be read.

use crate::der::{CONTEXT_0, GENERALIZED_TIME, INTEGER, SEQUENCE, UTC_TIME, element};
use tokio_rustls::rustls::pki_types::UnixTime;
use tokio_rustls::rustls::{CertificateError, Error};

/// Checks the period of a certificate in DER against `now`.
pub fn check(certificate: &[u8], now: UnixTime) -> Result<(), Error> {
    let (not_before, not_after) = period(certificate).ok_or(CertificateError::BadEncoding)?;
    let now = i64::try_from(now.as_secs()).map_err(|_| Error::FailedToGetCurrentTime)?;
    if now < not_before {
        return Err(CertificateError::NotValidYet.into());
    }
    if now > not_after {
        return Err(CertificateError::Expired.into());
    }
    Ok(())
}

/// The first and the last second of the period, since 1970.
///
/// `Certificate ::= SEQUENCE { TBSCertificate, … }`,
/// `TBSCertificate ::= SEQUENCE { [0] version, serialNumber, signature, issuer, validity, … }`,
/// `Validity ::= SEQUENCE { notBefore, notAfter }`.
fn period(certificate: &[u8]) -> Option<(i64, i64)> {
    let (certificate, _) = element(certificate, SEQUENCE)?;
    let (fields, _) = element(certificate, SEQUENCE)?;
    // A certificate of version 1 omits the version.
    let fields = element(fields, CONTEXT_0).map_or(fields, |(_, rest)| rest);
    let (_serial_number, fields) = element(fields, INTEGER)?;
    let (_signature, fields) = element(fields, SEQUENCE)?;
    let (_issuer, fields) = element(fields, SEQUENCE)?;
    let (validity, _) = element(fields, SEQUENCE)?;
    let (not_before, rest) = time(validity)?;
    let (not_after, _) = time(rest)?;
    Some((not_before, not_after))
}

/// `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`, the only forms that RFC 5280 allows, in seconds since 1970.
fn time(der: &[u8]) -> Option<(i64, &[u8])> {
    let (year, rest_of_time, rest) = match element(der, UTC_TIME) {
        Some((text, rest)) => {
            let (year, text) = number(text, 2)?;
            (if year < 50 { 2000 + year } else { 1900 + year }, text, rest)
        }
        None => {
            let (text, rest) = element(der, GENERALIZED_TIME)?;
            let (year, text) = number(text, 4)?;
            (year, text, rest)
        }
    };
    let (month, text) = number(rest_of_time, 2)?;
    let (day, text) = number(text, 2)?;
    let (hour, text) = number(text, 2)?;
    let (minute, text) = number(text, 2)?;
    let (second, text) = number(text, 2)?;
    let is_time = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..60).contains(&second);
    if !is_time || text != b"Z" {
        return None;
    }
    let seconds = days_since_1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    Some((seconds, rest))
}

/// The number of `digits` decimal digits at the beginning of a text, and the rest after it.
fn number(text: &[u8], digits: usize) -> Option<(i64, &[u8])> {
    let (number, rest) = text.split_at_checked(digits)?;
    if !number.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some((number.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')), rest))
}

/// Days of the Gregorian calendar. The year is counted from March, so that the leap day is its last day.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};
    use std::time::Duration;

    /// A certificate that is valid from 1 March 2024 to 1 January of `last_year`.
    fn certificate(last_year: i32) -> Vec<u8> {
        let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_before = date_time_ymd(2024, 3, 1);
        params.not_after = date_time_ymd(last_year, 1, 1);
        params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec()
    }

    fn at(seconds: u64) -> UnixTime {
        UnixTime::since_unix_epoch(Duration::from_secs(seconds))
    }

    const MARCH_2024: u64 = 1_709_251_200;
    const JANUARY_2026: u64 = 1_767_225_600;
    /// RFC 5280 encodes years from 2050 on as GeneralizedTime.
    const JANUARY_2060: u64 = 2_840_140_800;

    #[test]
    fn the_period_includes_its_first_and_last_second() {
        for (year, last) in [(2026, JANUARY_2026), (2060, JANUARY_2060)] {
            let certificate = certificate(year);
            assert_eq!(check(&certificate, at(MARCH_2024 - 1)), Err(CertificateError::NotValidYet.into()));
            assert_eq!(check(&certificate, at(MARCH_2024)), Ok(()));
            assert_eq!(check(&certificate, at(last)), Ok(()));
            assert_eq!(check(&certificate, at(last + 1)), Err(CertificateError::Expired.into()));
        }
    }

    #[test]
    fn a_truncated_certificate_is_rejected() {
        let whole = certificate(2026);
        for length in 0..60 {
            assert_eq!(
                check(&whole[..length], at(MARCH_2024)),
                Err(CertificateError::BadEncoding.into()),
                "{length}"
            );
        }
    }
}
