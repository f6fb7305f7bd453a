//! Which migrations are pending.

use crate::files::{Migration, is_earlier};
use crate::project::Selection;
use std::collections::BTreeSet;

/// The files compared with the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// To be applied, in order.
    pub pending: Vec<Migration>,
    /// Not applied, and older than one that is. They are not applied by default, because the later ones may undo them.
    pub out_of_order: Vec<Migration>,
    /// Versions of the history that have no file.
    pub without_file: Vec<String>,
}

impl Plan {
    /// Compares the files, ordered by version, with the applied versions.
    pub fn new(files: &[Migration], applied: &[String]) -> Plan {
        let known: BTreeSet<&str> = applied.iter().map(String::as_str).collect();
        let newest = applied.iter().reduce(|one, other| if is_earlier(one, other) { other } else { one });
        let (out_of_order, pending) = files
            .iter()
            .filter(|file| !known.contains(file.version.as_str()))
            .cloned()
            .partition(|file| newest.is_some_and(|newest| is_earlier(&file.version, newest)));
        let has_file = |version: &&String| files.iter().any(|file| file.version == **version);
        let without_file = applied.iter().filter(|version| !has_file(version)).cloned().collect();
        Plan { pending, out_of_order, without_file }
    }

    /// Reduces or extends the pending migrations to those of the selection.
    pub(crate) fn select(&mut self, selection: &Selection) {
        match selection {
            Selection::Newer => {}
            Selection::All => {
                self.pending.append(&mut self.out_of_order);
                self.pending.sort_by(|one, other| one.sort_key().cmp(&other.sort_key()));
            }
            Selection::UpTo(last) => self.pending.retain(|file| !is_earlier(last, &file.version)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(versions: &[&str]) -> Vec<Migration> {
        let file = |version: &&str| Migration {
            version: (*version).to_owned(),
            name: "x".to_owned(),
            path: format!("{version}_x.sql").into(),
        };
        versions.iter().map(file).collect()
    }

    fn versions(files: &[Migration]) -> Vec<&str> {
        files.iter().map(|file| file.version.as_str()).collect()
    }

    #[test]
    fn files_after_the_newest_applied_one_are_pending() {
        let plan = Plan::new(&files(&["1", "2", "3", "10"]), &["1".into(), "2".into()]);
        assert_eq!(versions(&plan.pending), ["3", "10"]);
        assert!(plan.out_of_order.is_empty() && plan.without_file.is_empty());
        assert_eq!(versions(&Plan::new(&files(&["1"]), &[]).pending), ["1"]);
    }

    #[test]
    fn a_run_may_take_all_or_end_at_a_version() {
        let plan = Plan::new(&files(&["1", "2", "9", "10"]), &["2".into()]);
        let selected = |selection: Selection| {
            let mut plan = plan.clone();
            plan.select(&selection);
            versions(&plan.pending).into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(selected(Selection::Newer), ["9", "10"]);
        assert_eq!(selected(Selection::All), ["1", "9", "10"]);
        assert_eq!(selected(Selection::UpTo("9".into())), ["9"]);
    }

    #[test]
    fn differences_of_the_history_are_named() {
        let plan = Plan::new(&files(&["1", "2", "9"]), &["2".into(), "7".into()]);
        assert_eq!(versions(&plan.out_of_order), ["1"]);
        assert_eq!(plan.without_file, ["7"]);
        assert_eq!(versions(&plan.pending), ["9"]);
    }
}
