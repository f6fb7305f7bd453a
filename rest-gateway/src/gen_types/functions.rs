//! `Functions`: the functions that can be called by RPC, and the computed fields of a relation.

use super::catalog::{Catalog, Function, Parameter, Relation};
use super::names::sorted_by;
use super::types::Types;
use super::typescript::{Member, Type, member, optional, plain, text};

/// The functions of a schema. Overloads are a union.
pub(super) fn members(catalog: &Catalog, types: &Types<'_>, schema: &str) -> Vec<Member> {
    let callable = catalog.functions.iter().filter(|it| it.schema == schema && is_callable(types, it));
    let mut members: Vec<(String, Vec<&Function>)> = Vec::new();
    for function in sorted_by(callable, |function| &function.name) {
        match members.last_mut() {
            Some((name, overloads)) if *name == function.name => overloads.push(function),
            _ => members.push((function.name.clone(), vec![function])),
        }
    }
    members
        .into_iter()
        .map(|(name, overloads)| {
            let mut signatures: Vec<Type> =
                overloads.iter().map(|it| signature(catalog, types, it, &overloads)).collect();
            signatures.sort();
            match signatures.pop() {
                Some(only) if signatures.is_empty() => member(name, only),
                last => member(name, Type::Union(signatures.into_iter().chain(last).collect())),
            }
        })
        .collect()
}

/// Whether a function of one row of this type gives a field of the relation.
pub(super) fn is_computed_field(function: &Function, row_type: u32) -> bool {
    matches!(function.inputs().as_slice(), [(row, _)] if row.type_oid == row_type)
}

/// The result, or one row of it.
pub(super) fn single_result(catalog: &Catalog, types: &Types<'_>, function: &Function) -> Type {
    let columns = function.table_columns();
    if !columns.is_empty() {
        let column = |column: &Parameter| member(&column.name, types.value(column.type_oid));
        let columns = sorted_parameters(&columns).into_iter().map(column);
        return Type::Object(columns.collect());
    }
    match returned_relation(catalog, function) {
        Some(relation) => {
            let columns = sorted_by(relation.columns.iter(), |column| &column.name).into_iter();
            let is_view = relation.kind.is_view();
            let columns = columns.map(|column| {
                let is_nullable = column.nullable || is_view;
                let value =
                    if is_nullable { types.nullable(column.type_oid) } else { types.value(column.type_oid) };
                member(&column.name, value)
            });
            Type::Object(columns.collect())
        }
        None => types.value(function.result),
    }
}

/// Whether PostgREST can call it: with names for all arguments, or with one that may be the whole body.
fn is_callable(types: &Types<'_>, function: &Function) -> bool {
    let inputs = function.inputs();
    let type_name = |parameter: &Parameter| types.get(parameter.type_oid).map(|found| found.name.as_str());
    let (named, unnamed): (Vec<_>, Vec<_>) = inputs.iter().partition(|(input, _)| !input.name.is_empty());
    match (named.as_slice(), unnamed.as_slice()) {
        (_, []) => true,
        ([], [(only, _)]) => {
            let is_row = types.get(only.type_oid).is_some_and(|found| found.relation.is_some());
            is_row || matches!(type_name(only), Some("json" | "jsonb" | "text"))
        }
        (_, unnamed) => unnamed.iter().all(|(input, has_default)| {
            *has_default && matches!(type_name(input), Some("json" | "jsonb" | "text"))
        }),
    }
}

fn signature(catalog: &Catalog, types: &Types<'_>, function: &Function, overloads: &[&Function]) -> Type {
    let mut members = vec![
        member("Args", arguments(types, function)),
        member("Returns", returns(catalog, types, function, overloads)),
    ];
    members.extend(setof_options(catalog, function).map(|options| member("SetofOptions", options)));
    Type::ShortObject(members)
}

fn arguments(types: &Types<'_>, function: &Function) -> Type {
    let inputs = function.inputs();
    if inputs.is_empty() {
        return plain("never");
    }
    let by_name: Vec<&Parameter> = inputs.iter().map(|(input, _)| *input).collect();
    let members = sorted_parameters(&by_name).into_iter().map(|input| {
        let has_default = inputs.iter().any(|(it, has_default)| std::ptr::eq(*it, input) && *has_default);
        let value = types.value(input.type_oid);
        if has_default { optional(&input.name, value) } else { member(&input.name, value) }
    });
    Type::ShortObject(members.collect())
}

fn returns(catalog: &Catalog, types: &Types<'_>, function: &Function, overloads: &[&Function]) -> Type {
    if let Some(reason) = why_not_callable(types, function, overloads) {
        return plain(format!("{{ error: true }} & {}", text(&reason)));
    }
    let result = single_result(catalog, types, function);
    let is_one_relation = function.is_one_row && returned_relation(catalog, function).is_some();
    if function.returns_set && !is_one_relation { Type::Array(Box::new(result)) } else { result }
}

/// The error of a call that PostgREST cannot resolve, as a text in the type.
fn why_not_callable(types: &Types<'_>, function: &Function, overloads: &[&Function]) -> Option<String> {
    let name = format!("{}.{}", function.schema, function.name);
    let inputs = function.inputs();
    if let [(only, _)] = inputs.as_slice()
        && only.name.is_empty()
        && types.get(only.type_oid).is_some_and(|found| found.relation.is_some())
    {
        return Some(format!("{name} is a computed field: select it with the row, instead of calling it"));
    }
    let names = |function: &Function| {
        let mut names: Vec<String> = function.inputs().iter().map(|(input, _)| input.name.clone()).collect();
        names.sort();
        names
    };
    let same: Vec<&&Function> = overloads.iter().filter(|other| names(other) == names(function)).collect();
    (same.len() > 1 && !inputs.is_empty()).then(|| {
        format!("{name} has overloads with the same names of arguments, between which a call cannot choose")
    })
}

/// `SetofOptions`, which supabase-js needs to embed the result of a function that returns rows.
fn setof_options(catalog: &Catalog, function: &Function) -> Option<Type> {
    let target = returned_relation(catalog, function)?;
    let source = match function.inputs().as_slice() {
        [(only, _)] => catalog.relations.iter().find(|relation| relation.row_type == only.type_oid),
        _ => None,
    };
    let from = source.map_or("*", |relation| relation.name.as_str());
    Some(Type::Object(vec![
        member("from", plain(text(from))),
        member("to", plain(text(&target.name))),
        member("isOneToOne", plain((!function.returns_set || function.is_one_row).to_string())),
        member("isSetofReturn", plain(function.returns_set.to_string())),
    ]))
}

fn returned_relation<'a>(catalog: &'a Catalog, function: &Function) -> Option<&'a Relation> {
    catalog.relations.iter().find(|relation| relation.row_type == function.result)
}

fn sorted_parameters<'a>(parameters: &[&'a Parameter]) -> Vec<&'a Parameter> {
    sorted_by(parameters.iter().copied(), |parameter| &parameter.name)
}
