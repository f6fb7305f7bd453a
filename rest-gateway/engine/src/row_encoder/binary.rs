//! Reads Postgres' binary format, and writes numbers.

use std::io::Write as _;

#[derive(Debug, thiserror::Error)]
#[error("a value is not in the binary format of its type")]
pub(crate) struct Malformed;

pub(super) fn number(out: &mut Vec<u8>, value: impl std::fmt::Display) {
    // Writing to memory cannot fail.
    let _ = write!(out, "{value}");
}

pub(super) fn fixed<const N: usize>(value: &[u8]) -> Result<[u8; N], Malformed> {
    value.try_into().map_err(|_| Malformed)
}

/// Takes `count` bytes from the front.
pub(super) fn take<'a>(value: &mut &'a [u8], count: usize) -> Result<&'a [u8], Malformed> {
    let (taken, rest) = value.split_at_checked(count).ok_or(Malformed)?;
    *value = rest;
    Ok(taken)
}

pub(super) fn take_i32(value: &mut &[u8]) -> Result<i32, Malformed> {
    Ok(i32::from_be_bytes(fixed(take(value, 4)?)?))
}
