//! The comments (`COMMENT ON`) of relations, columns and functions.

use foldhash::HashMap;

use super::rows::DescriptionRow;

pub(super) struct Comments<'a>(HashMap<(bool, u32, i32), &'a str>);

impl Comments<'_> {
    pub fn new(rows: &[DescriptionRow]) -> Comments<'_> {
        Comments(rows.iter().map(|row| ((row.of_function, row.oid, row.number), row.text.as_str())).collect())
    }

    pub fn of_relation(&self, oid: u32) -> Option<String> {
        self.find((false, oid, 0))
    }

    pub fn of_column(&self, relation: u32, number: i32) -> Option<String> {
        self.find((false, relation, number))
    }

    pub fn of_function(&self, oid: u32) -> Option<String> {
        self.find((true, oid, 0))
    }

    fn find(&self, key: (bool, u32, i32)) -> Option<String> {
        self.0.get(&key).map(|text| (*text).to_owned())
    }
}
