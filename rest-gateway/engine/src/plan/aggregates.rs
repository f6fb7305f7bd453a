//! Settles what the nodes of a tree give to each other: spreads hand their columns to their parent, and aggregates
//! inside a spread are applied there. Refuses aggregates where they are switched off, and inside spreads to many.

use super::fields::all_columns;
use super::tree::{Embed, Output, ReadPlan, SelectField, Shape};
use crate::api_request::AggregateFunction;
use crate::error::Error;
use crate::schema_cache::SchemaCache;

pub(super) fn settle(plan: &mut ReadPlan, cache: &SchemaCache, allowed: bool) -> Result<(), Error> {
    settle_node(plan, cache, allowed, false)
}

fn settle_node(plan: &mut ReadPlan, cache: &SchemaCache, allowed: bool, above: bool) -> Result<(), Error> {
    let own = plan.select.iter().any(|field| field.aggregate.is_some());
    if own && !allowed {
        return Err(Error::AggregatesNotAllowed);
    }
    for embed in &mut plan.embeds {
        settle_node(&mut embed.plan, cache, allowed, above || own)?;
        if embed.shape.is_spread() {
            hand_up(embed, cache)?;
        }
    }
    // All columns at once cannot stand in a GROUP BY.
    if above || plan.aggregates() {
        expand_stars(&mut plan.select, plan.table.clone(), cache);
    }
    Ok(())
}

fn hand_up(embed: &mut Embed, cache: &SchemaCache) -> Result<(), Error> {
    let plan = &mut embed.plan;
    let aggregates = plan.aggregates();
    if embed.shape == Shape::SpreadMany {
        if aggregates {
            return Err(Error::NotImplemented(
                "Aggregates are not implemented for one-to-many or many-to-many spreads.",
            ));
        }
        expand_stars(&mut plan.select, plan.table.clone(), cache);
    } else if aggregates {
        expand_stars(&mut plan.select, plan.table.clone(), cache);
    }
    let mut outputs: Vec<Output> = plan.select.iter_mut().map(take_aggregate).collect();
    for nested in &mut plan.embeds {
        if nested.shape.is_spread() {
            outputs.extend(nested.outputs.iter_mut().map(|output| Output {
                column: output.alias.clone().unwrap_or_else(|| output.column.clone()),
                aggregate: output.aggregate.take(),
                alias: output.alias.clone(),
            }));
        } else if !nested.hidden {
            outputs.push(Output { column: nested.name.clone(), aggregate: None, alias: None });
        }
    }
    embed.outputs = outputs;
    Ok(())
}

/// The column without its aggregate, which goes up.
fn take_aggregate(field: &mut SelectField) -> Output {
    let aggregate = field.aggregate.take();
    let wants_rows = aggregate.as_ref().is_some_and(|found| found.function == AggregateFunction::Count)
        && field.field.name == "*";
    let alias = field.alias.clone();
    if wants_rows {
        field.field.full_row = true;
        field.alias.get_or_insert_with(|| "count".to_owned());
    }
    let column = field.alias.clone().unwrap_or_else(|| field.field.name.clone());
    Output { column, alias: if aggregate.is_some() { alias } else { None }, aggregate }
}

fn expand_stars(
    select: &mut Vec<SelectField>,
    table: crate::schema_cache::QualifiedName,
    cache: &SchemaCache,
) {
    let Some(table) = cache.tables.get(&table) else { return };
    let expanded = std::mem::take(select).into_iter().flat_map(|field| {
        if field.field.name != "*" || field.aggregate.is_some() || field.field.full_row {
            return vec![field];
        }
        all_columns(table).collect()
    });
    *select = expanded.collect();
}
