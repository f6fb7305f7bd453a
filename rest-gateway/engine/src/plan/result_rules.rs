//! Rules about the number of result rows. `transaction` checks them, before the commit where a violation must roll
//! back.

use crate::error::Error;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ResultRules {
    /// A PUT writes exactly one row. Otherwise the payload does not match the URL's primary key (PGRST115).
    pub put: bool,
    /// `Accept: application/vnd.pgrst.object+json` requires exactly one row (PGRST116).
    pub singular: bool,
    /// `Prefer: max-affected` with `handling=strict`: the largest number of rows (PGRST124).
    pub max_affected: Option<i64>,
}

impl ResultRules {
    /// True when no result can violate the rules.
    pub fn are_empty(&self) -> bool {
        *self == ResultRules::default()
    }

    /// `rows`: the rows of the response, or those that were written.
    pub fn check(&self, rows: i64) -> Result<(), Error> {
        if self.put && rows != 1 {
            return Err(Error::PutPrimaryKey);
        }
        if self.singular && rows != 1 {
            return Err(Error::NotSingular(rows));
        }
        match self.max_affected {
            Some(max) if rows > max => Err(Error::MaxAffected(rows)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_rejects_with_its_own_error() {
        let put = ResultRules { put: true, ..ResultRules::default() };
        assert!(matches!(put.check(0), Err(Error::PutPrimaryKey)));
        let singular = ResultRules { singular: true, ..ResultRules::default() };
        assert!(matches!(singular.check(2), Err(Error::NotSingular(2))));
        let bounded = ResultRules { max_affected: Some(3), ..ResultRules::default() };
        assert!(matches!(bounded.check(4), Err(Error::MaxAffected(4))));
        for rules in [put, singular, bounded, ResultRules::default()] {
            assert!(rules.check(1).is_ok());
            assert_eq!(rules.are_empty(), rules == ResultRules::default());
        }
    }
}
