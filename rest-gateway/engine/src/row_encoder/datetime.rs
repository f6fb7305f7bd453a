//! Dates and timestamps in ISO 8601, from days and microseconds since 2000-01-01. The calendar is the proleptic
//! Gregorian one; years before 1 end in ` BC`, and the infinities are words.

use super::binary::number;

const MICROSECONDS_OF_A_DAY: i64 = 86_400_000_000;
/// Days from 0000-03-01, the start of a 400-year cycle, to 2000-01-01.
const DAYS_TO_2000: i64 = 730_425;
const DAYS_OF_400_YEARS: i64 = 146_097;

pub(super) fn write_date(days: i32, out: &mut Vec<u8>) {
    out.push(b'"');
    match days {
        i32::MAX => out.extend_from_slice(b"infinity"),
        i32::MIN => out.extend_from_slice(b"-infinity"),
        _ => {
            let is_before_christ = write_day(i64::from(days), out);
            era(is_before_christ, out);
        }
    }
    out.push(b'"');
}

pub(super) fn write_timestamp(microseconds: i64, out: &mut Vec<u8>) {
    out.push(b'"');
    match microseconds {
        i64::MAX => out.extend_from_slice(b"infinity"),
        i64::MIN => out.extend_from_slice(b"-infinity"),
        _ => {
            let is_before_christ = write_day(microseconds.div_euclid(MICROSECONDS_OF_A_DAY), out);
            write_time(microseconds.rem_euclid(MICROSECONDS_OF_A_DAY), out);
            era(is_before_christ, out);
        }
    }
    out.push(b'"');
}

fn era(is_before_christ: bool, out: &mut Vec<u8>) {
    if is_before_christ {
        out.extend_from_slice(b" BC");
    }
}

/// Writes `YYYY-MM-DD`. Returns true for a year BC.
fn write_day(days_since_2000: i64, out: &mut Vec<u8>) -> bool {
    let days = days_since_2000 + DAYS_TO_2000;
    let cycle = days.div_euclid(DAYS_OF_400_YEARS);
    let day_of_cycle = days.rem_euclid(DAYS_OF_400_YEARS);
    let year_of_cycle =
        (day_of_cycle - day_of_cycle / 1_460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    // Months count from March, so that the leap day is the last day of the year.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = cycle * 400 + year_of_cycle + next_year;

    // There is no year 0: 1 BC precedes 1 AD.
    let is_before_christ = year <= 0;
    padded(if is_before_christ { 1 - year } else { year }, 4, out);
    out.push(b'-');
    padded(month, 2, out);
    out.push(b'-');
    padded(day, 2, out);
    is_before_christ
}

/// Writes `THH:MM:SS` and the fraction without trailing zeros.
fn write_time(microseconds: i64, out: &mut Vec<u8>) {
    let seconds = microseconds / 1_000_000;
    for (separator, value) in [(b'T', seconds / 3600), (b':', seconds / 60 % 60), (b':', seconds % 60)] {
        out.push(separator);
        padded(value, 2, out);
    }
    let fraction = microseconds % 1_000_000;
    if fraction > 0 {
        out.push(b'.');
        padded(fraction, 6, out);
        while out.last() == Some(&b'0') {
            out.pop();
        }
    }
}

fn padded(value: i64, width: u32, out: &mut Vec<u8>) {
    let mut bound = 10_i64.pow(width - 1);
    while value < bound && bound > 1 {
        out.push(b'0');
        bound /= 10;
    }
    number(out, value);
}
