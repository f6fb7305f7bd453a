//! Counts the rows of a read without its limit and offset, and without the lateral joins.

use super::sql::Sql;
use crate::plan::{FilterPlan, Qualifier, ReadPlan};

impl Sql {
    /// Returns one row for each row of the root, regardless of limit and offset.
    pub(super) fn count_rows(&mut self, plan: &ReadPlan) -> &mut Sql {
        let qualifier = plan.qualifier();
        self.push("SELECT 1").from(plan);
        let mut conditions = 0;
        for filter in &plan.filters {
            self.and(&mut conditions).count_filter(filter, plan, &qualifier);
        }
        for condition in &plan.join_conditions {
            self.and(&mut conditions).join_condition(condition);
        }
        for embed in plan.embeds.iter().filter(|embed| embed.inner) {
            self.and(&mut conditions).push("EXISTS (").count_rows(&embed.plan).push(")");
        }
        self
    }

    /// Without the lateral joins, a filter by an embed becomes an EXISTS.
    fn count_filter(&mut self, filter: &FilterPlan, plan: &ReadPlan, qualifier: &Qualifier) -> &mut Sql {
        match filter {
            FilterPlan::Group { negated, operator, members } => {
                self.logic_group(*negated, *operator, members, |sql, member| {
                    sql.count_filter(member, plan, qualifier);
                })
            }
            FilterPlan::Embed { lateral, is_empty } => {
                match plan.embeds.iter().find(|embed| embed.lateral == *lateral) {
                    Some(embed) => self
                        .push(if *is_empty { "NOT EXISTS (" } else { "EXISTS (" })
                        .count_rows(&embed.plan)
                        .push(")"),
                    None => self.push("TRUE"),
                }
            }
            FilterPlan::Test { .. } => self.filter(filter, qualifier),
        }
    }
}
