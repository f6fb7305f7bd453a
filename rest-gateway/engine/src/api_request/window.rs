//! Which rows of a result are wanted: `limit` and `offset`, and for a GET the `Range` header. Refuses negative limits
//! and reversed ranges with 416.

use crate::error::{Error, RangeProblem};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Window {
    pub offset: i64,
    pub limit: Option<i64>,
}

impl Window {
    pub fn is_everything(&self) -> bool {
        *self == Window::default()
    }

    /// At most so many rows.
    pub fn at_most(self, rows: Option<u64>) -> Window {
        let rows = rows.map(|rows| i64::try_from(rows).unwrap_or(i64::MAX));
        let limit = match (self.limit, rows) {
            (Some(limit), Some(rows)) => Some(limit.min(rows)),
            (limit, rows) => limit.or(rows),
        };
        Window { limit, ..self }
    }

    pub fn check(self) -> Result<Window, Error> {
        match self.limit {
            Some(limit) if limit < 0 => Err(Error::Range(RangeProblem::NegativeLimit)),
            _ => Ok(self),
        }
    }

    /// The part of this window that a `Range` header asks for, from the first row on; one that is no range asks for
    /// all.
    pub fn within_range(self, header: Option<&str>) -> Result<Window, Error> {
        let (first, last) = header.and_then(parse_range).unwrap_or((0, None));
        if last.is_some_and(|last| last < first) {
            return Err(Error::Range(RangeProblem::LowerAboveUpper));
        }
        let window = self.check()?;
        if window.limit == Some(0) {
            return Ok(window);
        }
        let offset = window.offset.max(first);
        let own_end = window.limit.map(|limit| window.offset.saturating_add(limit));
        let range_end = last.map(|last| last.saturating_add(1));
        let end = match (own_end, range_end) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        match end {
            Some(end) if end <= offset => Err(Error::Range(RangeProblem::NegativeLimit)),
            end => Ok(Window { offset, limit: end.map(|end| end - offset) }),
        }
    }
}

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
    fn a_range_narrows_limit_and_offset() {
        let window = Window { offset: 5, limit: Some(10) };
        assert_eq!(window.within_range(Some("0-9")).unwrap(), Window { offset: 5, limit: Some(5) });
        assert_eq!(window.within_range(Some("7-")).unwrap(), Window { offset: 7, limit: Some(8) });
        assert_eq!(window.within_range(Some("bytes=0-1")).unwrap(), window);
        assert_eq!(window.within_range(None).unwrap(), window);
    }

    #[test]
    fn a_negative_offset_begins_with_the_first_row() {
        let before = Window { offset: -4, limit: None };
        assert_eq!(before.within_range(None).unwrap(), Window::default());
        assert_eq!(before.within_range(Some("2-3")).unwrap(), Window { offset: 2, limit: Some(2) });
        assert!(Window { offset: -4, limit: Some(3) }.within_range(None).is_err());
    }

    #[test]
    fn reversed_ranges_and_negative_limits_are_refused_and_zero_is_fine() {
        assert!(matches!(
            Window::default().within_range(Some("5-4")),
            Err(Error::Range(RangeProblem::LowerAboveUpper))
        ));
        assert!(Window { offset: 0, limit: Some(-1) }.within_range(None).is_err());
        assert_eq!(Window { offset: 0, limit: Some(0) }.within_range(Some("0-9")).unwrap().limit, Some(0));
    }
}
