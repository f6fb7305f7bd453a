//! Settles what the nodes of a tree give to each other: spreads hand their columns to their parent, and aggregates
//! inside a spread are applied there. Refuses aggregates where they are switched off, and inside spreads to many.

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
    // All columns at once cannot stand in a GROUP BY.
    if plan.aggregates() {
        expand_stars(&mut plan.select, plan.table.clone(), cache);
    }
    Ok(())
}

fn lift_outputs(embed: &mut Embed, cache: &SchemaCache) -> Result<(), Error> {
    let plan = &mut embed.plan;
    let many = embed.shape == Shape::SpreadMany;
    if many && plan.aggregates() {
        return Err(Error::NotImplemented(
            "Aggregates are not implemented for one-to-many or many-to-many spreads.",
        ));
    }
    // The parent would take `*` for everything that this relation selects, also from relations inside it.
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

/// The column without its aggregate, which goes up and leaves its name, so that two of one column do not collide.
fn lift_column(field: &mut SelectField) -> Output {
    let aggregate = field.aggregate.take();
    if let Some(aggregate) = &aggregate {
        // Rows are counted, and not the values of a column.
        field.field.full_row = aggregate.function == AggregateFunction::Count && field.field.name == "*";
        field.alias.get_or_insert_with(|| aggregate.function.name().to_owned());
    }
    let column = field.alias.clone().unwrap_or_else(|| field.field.name.clone());
    Output { column, aggregate, is_json: false }
}

/// What a spread inside a spread gives, by the name that it has here.
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
