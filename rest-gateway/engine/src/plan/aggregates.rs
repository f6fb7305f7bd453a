//! Lifts the columns of spreads into their parents; an aggregate inside a spread is applied in the parent. Rejects
//! aggregates when `db-aggregates-enabled` is off (PGRST123), and inside to-many spreads (PGRST127).

use super::fields::all_columns;
use super::tree::{Embed, Output, ReadPlan, SelectField, Shape};
use crate::api_request::AggregateFunction;
use crate::error::Error;
use crate::schema_cache::SchemaCache;

pub(super) fn resolve(plan: &mut ReadPlan, cache: &SchemaCache, allowed: bool) -> Result<(), Error> {
    if !allowed && plan.select.iter().any(|field| field.aggregate.is_some()) {
        return Err(Error::AggregatesNotAllowed);
    }
    for embed in &mut plan.embeds {
        resolve(&mut embed.plan, cache, allowed)?;
        if embed.shape.is_spread() && !embed.hidden {
            lift_outputs(embed, cache)?;
        }
    }
    // GROUP BY takes no `*`.
    if plan.has_aggregates() {
        expand_stars(&mut plan.select, plan.table.clone(), cache);
    }
    Ok(())
}

fn lift_outputs(embed: &mut Embed, cache: &SchemaCache) -> Result<(), Error> {
    let plan = &mut embed.plan;
    let many = embed.shape == Shape::SpreadMany;
    if many && plan.has_aggregates() {
        return Err(Error::NotImplemented(
            "Aggregates are not implemented for one-to-many or many-to-many spreads.",
        ));
    }
    // In the parent, `*` would include the columns of embeds inside this relation.
    expand_stars(&mut plan.select, plan.table.clone(), cache);
    let own = plan.select.iter_mut().map(lift_column);
    let nested = plan.embeds.iter_mut().filter(|nested| !nested.hidden).flat_map(|nested| {
        if nested.shape.is_spread() {
            nested.outputs.iter_mut().map(lift_nested_output).collect()
        } else {
            vec![Output { column: nested.name.clone(), aggregate: None, is_json: true }]
        }
    });
    embed.outputs = own.chain(nested).collect();
    for output in embed.outputs.iter_mut().filter(|_| many) {
        output.is_json = true;
    }
    Ok(())
}

/// Moves the aggregate to the parent. The column is named after it, so that two aggregates of one column do not
/// collide.
fn lift_column(field: &mut SelectField) -> Output {
    let aggregate = field.aggregate.take();
    if let Some(aggregate) = &aggregate {
        // `count()` without a column counts rows.
        field.field.full_row = aggregate.function == AggregateFunction::Count && field.field.name == "*";
        field.alias.get_or_insert_with(|| aggregate.function.name().to_owned());
    }
    let column = field.alias.clone().unwrap_or_else(|| field.field.name.clone());
    Output { column, aggregate, is_json: false }
}

/// An output of a spread inside a spread, under its name in the inner one.
fn lift_nested_output(output: &mut Output) -> Output {
    Output { aggregate: output.aggregate.take(), ..output.clone() }
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
