//! `Tables` and `Views`: the rows that are read, inserted and updated, and the foreign keys.

use super::catalog::{Catalog, Column, Relation};
use super::functions;
use super::names::sorted_by;
use super::relationships::Relationship;
use super::types::Types;
use super::typescript::{Member, Type, member, optional, plain, text};

/// The tables or the views of a schema.
pub(super) fn members(
    catalog: &Catalog,
    types: &Types<'_>,
    relationships: &[Relationship],
    schema: &str,
    views: bool,
) -> Vec<Member> {
    let found = catalog.relations.iter().filter(|it| it.schema == schema && it.kind.is_view() == views);
    sorted_by(found, |relation| &relation.name)
        .into_iter()
        .map(|relation| member(&relation.name, type_of(catalog, types, relationships, relation)))
        .collect()
}

fn type_of(
    catalog: &Catalog,
    types: &Types<'_>,
    relationships: &[Relationship],
    relation: &Relation,
) -> Type {
    let mut members = vec![member("Row", row(catalog, types, relation))];
    if !relation.kind.is_view() || relation.insertable {
        members.push(member("Insert", written(types, relation, false)));
    }
    if !relation.kind.is_view() || relation.updatable {
        members.push(member("Update", written(types, relation, true)));
    }
    let keys =
        relationships.iter().filter(|it| it.origin == (relation.schema.clone(), relation.name.clone()));
    members.push(member("Relationships", Type::Tuple(keys.map(relationship).collect())));
    Type::Object(members)
}

/// The columns, then the computed fields.
fn row(catalog: &Catalog, types: &Types<'_>, relation: &Relation) -> Type {
    let columns = sorted_by(relation.columns.iter(), |column| &column.name).into_iter();
    let mut members: Vec<Member> = columns
        .map(|column| member(&column.name, value(types, column, column.nullable || relation.kind.is_view())))
        .collect();
    let computed = catalog.functions.iter().filter(|it| functions::is_computed_field(it, relation.row_type));
    for function in sorted_by(computed, |function| &function.name) {
        let result = functions::single_result(catalog, types, function);
        members.push(member(&function.name, result.or_null()));
    }
    Type::Object(members)
}

/// The row of an insert or an update.
fn written(types: &Types<'_>, relation: &Relation, is_update: bool) -> Type {
    let is_view = relation.kind.is_view();
    let columns = sorted_by(relation.columns.iter(), |column| &column.name).into_iter();
    let members = columns.map(|column| {
        if column.is_always_generated || is_view && !column.is_writable {
            return optional(&column.name, plain("never"));
        }
        let may_be_missing = is_update || is_view || column.nullable || column.has_default;
        let value = value(types, column, column.nullable || is_view);
        Member { name: column.name.clone(), is_optional: may_be_missing, value }
    });
    Type::Object(members.collect())
}

fn value(types: &Types<'_>, column: &Column, is_nullable: bool) -> Type {
    if is_nullable { types.nullable(column.type_oid) } else { types.value(column.type_oid) }
}

fn relationship(key: &Relationship) -> Type {
    let names = |names: &[String]| Type::Tuple(names.iter().map(|name| plain(text(name))).collect());
    Type::Object(vec![
        member("foreignKeyName", plain(text(&key.foreign_key))),
        member("columns", names(&key.columns)),
        member("isOneToOne", plain(key.is_one_to_one.to_string())),
        member("referencedRelation", plain(text(&key.target))),
        member("referencedColumns", names(&key.target_columns)),
    ])
}
