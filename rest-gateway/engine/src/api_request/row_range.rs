//! Pagination: `limit` and `offset` and, for a GET, the `Range` header. Rejects negative limits and reversed ranges
//! with 416 (PGRST103).

use crate::error::{Error, RangeError};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RowRange {
    pub offset: i64,
    pub limit: Option<i64>,
}

impl RowRange {
    pub fn is_unlimited(&self) -> bool {
        *self == RowRange::default()
    }

    /// The range limited to this number of rows.
    pub fn at_most(self, rows: Option<u64>) -> RowRange {
        let rows = rows.map(|rows| i64::try_from(rows).unwrap_or(i64::MAX));
        let limit = match (self.limit, rows) {
            (Some(limit), Some(rows)) => Some(limit.min(rows)),
            (limit, rows) => limit.or(rows),
        };
        RowRange { limit, ..self }
    }

    /// Rejects a negative limit.
    pub fn check(self) -> Result<RowRange, Error> {
        match self.limit {
            Some(limit) if limit < 0 => Err(Error::Range(RangeError::NegativeLimit)),
            _ => Ok(self),
        }
    }

    /// The part of this range that a `Range` header requests. The header counts from the first row, and a malformed one
    /// is ignored.
    pub fn intersect(self, header: Option<&str>) -> Result<RowRange, Error> {
        let (first, last) = header.and_then(parse_range).unwrap_or((0, None));
        if last.is_some_and(|last| last < first) {
            return Err(Error::Range(RangeError::LowerAboveUpper));
        }
        let range = self.check()?;
        if range.limit == Some(0) {
            return Ok(range);
        }
        let offset = range.offset.max(first);
        let own_end = range.limit.map(|limit| range.offset.saturating_add(limit));
        let range_end = last.map(|last| last.saturating_add(1));
        let end = match (own_end, range_end) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        match end {
            Some(end) if end <= offset => Err(Error::Range(RangeError::NegativeLimit)),
            end => Ok(RowRange { offset, limit: end.map(|end| end - offset) }),
        }
    }
}

/// First and last row of `0-9` or `0-`. `None` for a malformed header.
fn parse_range(header: &str) -> Option<(i64, Option<i64>)> {
    let (first, last) = header.trim().split_once('-')?;
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if first.is_empty() || !is_number(first) || !is_number(last) {
        return None;
    }
    let last = if last.is_empty() { None } else { Some(last.parse().unwrap_or(i64::MAX)) };
    Some((first.parse().unwrap_or(i64::MAX), last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_header_narrows_limit_and_offset() {
        let range = RowRange { offset: 5, limit: Some(10) };
        assert_eq!(range.intersect(Some("0-9")).unwrap(), RowRange { offset: 5, limit: Some(5) });
        assert_eq!(range.intersect(Some("7-")).unwrap(), RowRange { offset: 7, limit: Some(8) });
        assert_eq!(range.intersect(Some("bytes=0-1")).unwrap(), range);
        assert_eq!(range.intersect(None).unwrap(), range);
    }

    #[test]
    fn a_negative_offset_starts_at_the_first_row() {
        let before = RowRange { offset: -4, limit: None };
        assert_eq!(before.intersect(None).unwrap(), RowRange::default());
        assert_eq!(before.intersect(Some("2-3")).unwrap(), RowRange { offset: 2, limit: Some(2) });
        assert!(RowRange { offset: -4, limit: Some(3) }.intersect(None).is_err());
    }

    #[test]
    fn rejects_reversed_ranges_and_negative_limits_but_not_zero() {
        assert!(matches!(
            RowRange::default().intersect(Some("5-4")),
            Err(Error::Range(RangeError::LowerAboveUpper))
        ));
        assert!(RowRange { offset: 0, limit: Some(-1) }.intersect(None).is_err());
        assert_eq!(RowRange { offset: 0, limit: Some(0) }.intersect(Some("0-9")).unwrap().limit, Some(0));
    }
}
