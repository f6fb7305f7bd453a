//! The generated module: `Json`, `Database`, the types that look a name up, and the labels of enums as constants.

use super::catalog::{Catalog, PostgresType};
use super::functions;
use super::names::sorted_by;
use super::relations;
use super::relationships::Relationship;
use super::types::Types;
use super::typescript::{Member, Type, member, plain, property_name, text};

/// The helper types `Tables`, `TablesInsert` and so on, as Supabase's command line generates them.
const LOOKUPS: &str = include_str!("lookups.ts");
const JSON: &str = "\
export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]
";
const DEFAULT_SCHEMA: &str = "public";

/// The text of the module.
pub(super) fn module(catalog: &Catalog, relationships: &[Relationship], schemas: &[String]) -> String {
    let types = Types::new(catalog, schemas);
    let members =
        schemas.iter().map(|schema| member(schema, schema_type(catalog, &types, relationships, schema)));
    let database = Type::Object(members.collect()).layout(0, 0);
    let default = schemas.iter().find(|schema| *schema == DEFAULT_SCHEMA).or(schemas.first());
    let default = text(default.map_or(DEFAULT_SCHEMA, String::as_str));
    let lookups = LOOKUPS.replace("\"DEFAULT_SCHEMA\"", &default);
    let constants = constants(catalog, schemas);
    format!("{JSON}\nexport type Database = {database}\n\n{lookups}\n{constants}")
}

fn schema_type(catalog: &Catalog, types: &Types<'_>, relationships: &[Relationship], schema: &str) -> Type {
    Type::Object(vec![
        member("Tables", Type::Object(relations::members(catalog, types, relationships, schema, false))),
        member("Views", Type::Object(relations::members(catalog, types, relationships, schema, true))),
        member("Functions", Type::Object(functions::members(catalog, types, schema))),
        member("Enums", Type::Object(enums(catalog, schema))),
        member("CompositeTypes", Type::Object(composite_types(catalog, types, schema))),
    ])
}

fn enums(catalog: &Catalog, schema: &str) -> Vec<Member> {
    let labels = |found: &PostgresType| found.labels.iter().map(|label| plain(text(label))).collect();
    let found = sorted_enums(catalog, schema).into_iter();
    found.map(|found| member(&found.name, Type::Union(labels(found)))).collect()
}

fn sorted_enums<'a>(catalog: &'a Catalog, schema: &str) -> Vec<&'a PostgresType> {
    let found = catalog.types.iter().filter(|it| it.schema == schema && it.kind == 'e');
    sorted_by(found, |found| &found.name)
}

fn composite_types(catalog: &Catalog, types: &Types<'_>, schema: &str) -> Vec<Member> {
    let found =
        catalog.types.iter().filter(|it| it.schema == schema && it.kind == 'c' && it.relation.is_none());
    let attributes = |found: &PostgresType| {
        found.attributes.iter().map(|it| member(&it.name, types.nullable(it.type_oid))).collect()
    };
    sorted_by(found, |it| &it.name)
        .into_iter()
        .map(|it| member(&it.name, Type::Object(attributes(it))))
        .collect()
}

/// The labels of the enums as values, for lists in forms and the like.
fn constants(catalog: &Catalog, schemas: &[String]) -> String {
    let schemas = schemas.iter().map(|schema| {
        let enums = sorted_enums(catalog, schema).into_iter().map(|found| {
            let labels: Vec<String> = found.labels.iter().map(|label| text(label)).collect();
            format!("      {}: [{}],\n", property_name(&found.name), labels.join(", "))
        });
        let enums = enums.collect::<String>();
        let enums = if enums.is_empty() { "{}".to_owned() } else { format!("{{\n{enums}    }}") };
        format!("  {}: {{\n    Enums: {enums},\n  }},\n", property_name(schema))
    });
    format!("export const Constants = {{\n{}}} as const\n", schemas.collect::<String>())
}
