//! Checks the names and the repetition of selected columns.
//!
//! Postgres parses `films.json_agg` as `json_agg(films)` when the relation has no such column. This notation is meant
//! for computed fields only: functions of the relation's row type or in an exposed schema. A name of any other function
//! that accepts every row type is rejected with Postgres' error for an unknown column. `count` is the aggregate, if
//! aggregates are enabled, as in earlier releases of PostgREST.
//!
//! A selection that repeats a column or relation many times is rejected, because its response would be many times as
//! large as the rows.

use std::collections::HashMap;

use super::planner::Planner;
use super::tree::{FilterPlan, ReadPlan};
use crate::api_request::SelectItem;
use crate::error::{DatabaseError, Error};

/// Maximum number of times that a selection may repeat a column with the same path, or a relation.
const MAX_REPEATS: usize = 16;

const COUNT: &str = "count";

impl Planner<'_> {
    /// `returned`: the output columns of a called function.
    pub(super) fn check_names(&self, plan: &ReadPlan, returned: &[String]) -> Result<(), Error> {
        let selected = plan.select.iter().map(|selected| selected.field.name.as_str());
        let filtered = plan.filters.iter().flat_map(FilterPlan::columns);
        let own_order = plan.order.iter().filter(|term| term.lateral.is_none());
        let ordered = own_order.map(|term| term.field.name.as_str());
        for name in selected.chain(filtered).chain(ordered) {
            self.check_name(plan, returned, name)?;
        }
        for term in &plan.order {
            let embed = plan.embeds.iter().find(|embed| term.lateral.as_ref() == Some(&embed.lateral));
            if let Some(embed) = embed {
                self.check_name(&embed.plan, &[], &term.field.name)?;
            }
        }
        plan.embeds.iter().try_for_each(|embed| self.check_names(&embed.plan, &[]))
    }

    fn check_name(&self, plan: &ReadPlan, returned: &[String], name: &str) -> Result<(), Error> {
        if !self.cache.row_functions.contains(name) {
            return Ok(());
        }
        let table = self.cache.tables.get(&plan.table);
        let is_column = table.is_some_and(|table| table.columns.contains_key(name));
        if is_column || returned.iter().any(|column| column == name) {
            return Ok(());
        }
        if name == COUNT {
            return if self.config.db_aggregates_enabled { Ok(()) } else { Err(Error::AggregatesNotAllowed) };
        }
        let relation = plan.alias.as_deref().unwrap_or(&plan.table.name);
        Err(Error::Database(DatabaseError::no_column(relation, name)))
    }
}

/// Checks the items of one selection, without those nested in embeds.
pub(super) fn check_repeats(items: &[SelectItem]) -> Result<(), Error> {
    if items.len() <= MAX_REPEATS {
        return Ok(());
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for item in items {
        let key = match item {
            SelectItem::Column(column) if column.aggregate.is_some() => continue,
            SelectItem::Column(column) => format!("{:?}", column.field),
            SelectItem::Embed { target, .. } | SelectItem::Spread { target, .. } => {
                format!("{}!{}", target.name, target.hint.as_deref().unwrap_or_default())
            }
        };
        let count = counts.entry(key).or_default();
        *count += 1;
        if *count > MAX_REPEATS {
            return Err(Error::QueryString {
                message: format!("A column or relation is selected more than {MAX_REPEATS} times"),
                details: "ask for each once".to_owned(),
            });
        }
    }
    Ok(())
}
