//! Resolves fields, filters and orders against a table. A column's type decides whether a JSON path or a full-text
//! search needs a conversion.

use super::tree::{Embed, FilterPlan, OrderPlan, PathStep, ResolvedField, SelectField};
use crate::api_request::{Field, Filter, IsValue, LogicTree, OrderTerm, SelectColumn, Test};
use crate::error::Error;
use crate::schema_cache::{QualifiedName, Table};

impl ResolvedField {
    pub fn new(field: &Field, table: Option<&Table>) -> ResolvedField {
        let known_type = column_type(&field.name, table);
        ResolvedField {
            name: field.name.clone(),
            path: field
                .path
                .iter()
                .map(|step| PathStep { as_text: step.as_text, key: step.key.clone() })
                .collect(),
            to_jsonb: !field.path.is_empty() && !matches!(known_type, Some("json" | "jsonb")),
            full_row: false,
        }
    }
}

fn column_type<'a>(name: &str, table: Option<&'a Table>) -> Option<&'a str> {
    table?.columns.get(name).map(|column| column.base_type.as_str())
}

pub(super) fn select_field(column: &SelectColumn, table: Option<&Table>) -> SelectField {
    let output_cast = output_cast(&column.field, table);
    let alias = column.alias.clone().or_else(|| {
        // Postgres names the column of an aggregate after its function.
        let takes_column_name = column.aggregate.is_none();
        let own = output_cast.as_ref().map(|_| column.field.name.as_str());
        column.field.path_name().or(own).filter(|_| takes_column_name).map(str::to_owned)
    });
    SelectField {
        field: ResolvedField::new(&column.field, table),
        output_cast,
        cast: column.cast.clone(),
        aggregate: column.aggregate.clone(),
        alias,
    }
}

fn output_cast(field: &Field, table: Option<&Table>) -> Option<QualifiedName> {
    let casts = table?.casts(&field.name).filter(|_| field.path.is_empty())?;
    casts.to_json.clone()
}

/// `*`, column by column.
pub(super) fn all_columns(table: &Table) -> impl Iterator<Item = SelectField> {
    table.columns.keys().map(|name| {
        let column = SelectColumn { field: Field::column(name), ..SelectColumn::all() };
        select_field(&column, Some(table))
    })
}

/// `embeds`: the embeds of the filtered relation, because `embed=is.null` filters by the existence of embedded rows.
pub(super) fn filter_plan(filter: &Filter, table: Option<&Table>, embeds: &[Embed]) -> FilterPlan {
    if let Some(plan) = embed_filter(filter, embeds) {
        return plan;
    }
    let known_type = column_type(&filter.field.name, table);
    let is_full_text = matches!(filter.condition.test, Test::FullText { .. });
    let has_path = !filter.field.path.is_empty();
    let to_tsvector = is_full_text && known_type.is_some_and(|name| has_path || name != "tsvector");
    let casts = table.and_then(|table| table.casts(&filter.field.name)).filter(|_| !has_path);
    FilterPlan::Test {
        field: ResolvedField::new(&filter.field, table),
        to_tsvector,
        input_cast: casts.and_then(|casts| casts.from_text.clone()),
        condition: filter.condition.clone(),
    }
}

fn embed_filter(filter: &Filter, embeds: &[Embed]) -> Option<FilterPlan> {
    let is_empty = match filter.condition.test {
        Test::Is(IsValue::Null) => !filter.condition.negated,
        Test::Is(IsValue::NotNull) => filter.condition.negated,
        _ => return None,
    };
    if !filter.field.path.is_empty() {
        return None;
    }
    let embed = find_embed(embeds, &filter.field.name)?;
    Some(FilterPlan::Embed { lateral: embed.lateral.clone(), is_empty })
}

pub(super) fn logic_plan(tree: &LogicTree, table: Option<&Table>, embeds: &[Embed]) -> FilterPlan {
    match tree {
        LogicTree::Filter(filter) => filter_plan(filter, table, embeds),
        LogicTree::Group { negated, operator, members } => FilterPlan::Group {
            negated: *negated,
            operator: *operator,
            members: members.iter().map(|member| logic_plan(member, table, embeds)).collect(),
        },
    }
}

pub(super) fn order_plan(
    term: &OrderTerm,
    table: Option<&Table>,
    origin: &str,
    embeds: &[Embed],
) -> Result<OrderPlan, Error> {
    let (lateral, field) = match &term.relation {
        None => (None, ResolvedField::new(&term.field, table)),
        Some(relation) => {
            let embed = find_embed(embeds, relation).ok_or_else(|| Error::not_embedded(relation))?;
            if !matches!(embed.shape, super::tree::Shape::Object | super::tree::Shape::SpreadOne) {
                return Err(Error::RelatedOrder { origin: origin.to_owned(), target: embed.name.clone() });
            }
            (Some(embed.lateral.clone()), ResolvedField::new(&term.field, None))
        }
    };
    Ok(OrderPlan { lateral, field, descending: term.descending, nulls_first: term.nulls_first })
}

/// Finds an embed by its name in the response only. The relation name of an aliased embed may be a column.
fn find_embed<'e>(embeds: &'e [Embed], name: &str) -> Option<&'e Embed> {
    embeds.iter().find(|embed| embed.name == name)
}
