//! `numeric`: groups of four decimal digits, the weight of the first group as a power of 10,000, a sign, and the number
//! of decimals to print. NaN and the infinities, which JSON numbers lack, become strings.

use super::binary::{Malformed, fixed, number, take};

const NEGATIVE: u16 = 0x4000;
const NAN: u16 = 0xC000;
const INFINITY: u16 = 0xD000;
const NEGATIVE_INFINITY: u16 = 0xF000;

pub(super) fn write(mut value: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
    let mut word = || take(&mut value, 2).and_then(fixed).map(u16::from_be_bytes);
    let (count, weight, sign, decimals) = (word()?, word()?, word()?, word()?);
    match sign {
        0 => {}
        NEGATIVE => out.push(b'-'),
        NAN => return string(out, b"\"NaN\""),
        INFINITY => return string(out, b"\"Infinity\""),
        NEGATIVE_INFINITY => return string(out, b"\"-Infinity\""),
        _ => return Err(Malformed),
    }
    if value.len() != usize::from(count) * 2 {
        return Err(Malformed);
    }
    let group = |index: i32| {
        let start = usize::try_from(index).ok()?.checked_mul(2)?;
        Some(u16::from_be_bytes(value.get(start..start + 2)?.try_into().ok()?))
    };
    // Missing groups are zeros.
    let group = |index: i32| group(index).unwrap_or(0);

    let weight = i32::from(weight.cast_signed());
    if weight < 0 {
        out.push(b'0');
    } else {
        number(out, group(0));
        for index in 1..=weight {
            out.extend_from_slice(&digits(group(index)));
        }
    }
    if decimals > 0 {
        out.push(b'.');
        let mut left = usize::from(decimals);
        let mut index = weight + 1;
        while left > 0 {
            let shown = left.min(4);
            out.extend_from_slice(&digits(group(index))[..shown]);
            left -= shown;
            index += 1;
        }
    }
    Ok(())
}

fn string(out: &mut Vec<u8>, text: &[u8]) -> Result<(), Malformed> {
    out.extend_from_slice(text);
    Ok(())
}

fn digits(group: u16) -> [u8; 4] {
    let digit = |divisor: u16| b'0' + u8::try_from(group / divisor % 10).unwrap_or(0);
    [digit(1000), digit(100), digit(10), digit(1)]
}
