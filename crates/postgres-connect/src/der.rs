//! Reads elements of DER, the encoding of X.509 certificates.

pub const INTEGER: u8 = 0x02;
pub const OBJECT_IDENTIFIER: u8 = 0x06;
pub const UTC_TIME: u8 = 0x17;
pub const GENERALIZED_TIME: u8 = 0x18;
pub const SEQUENCE: u8 = 0x30;
/// `[0]`, explicitly tagged.
pub const CONTEXT_0: u8 = 0xa0;

/// The content of the element at the beginning of `der`, and the bytes after it. `None` when the element has another
/// tag or is truncated.
pub fn element(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (first, rest) = der.split_first()?;
    let (length, rest) = rest.split_first()?;
    let (length, rest) = match length {
        0..=0x7f => (usize::from(*length), rest),
        // The long form: the low bits count the length's bytes, and four of them suffice for any certificate.
        0x81..=0x84 => {
            let (length, rest) = rest.split_at_checked(usize::from(length - 0x80))?;
            (length.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)), rest)
        }
        _ => return None,
    };
    if *first == tag { rest.split_at_checked(length) } else { None }
}
