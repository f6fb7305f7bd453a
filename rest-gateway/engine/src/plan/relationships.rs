//! Finds the relationship of an embed. Rejects an embed without a relationship (PGRST200), or with several (PGRST201),
//! which the error lists.

use serde_json::{Value, json};

use crate::api_request::Target;
use crate::error::{Error, LOOSE_SIMILARITY, closest_match};
use crate::schema_cache::{Kind, Link, QualifiedName, Relationship, SchemaCache};

pub(super) fn find<'a>(
    cache: &'a SchemaCache,
    origin: &QualifiedName,
    target: &Target,
) -> Result<&'a Relationship, Error> {
    let matching: Vec<&Relationship> = cache
        .relationships_from(origin)
        .filter(|relationship| matches_target(relationship, target))
        .collect();
    match matching.as_slice() {
        [only] => Ok(only),
        [] => Err(none_found(cache, origin, target)),
        several => Err(Error::AmbiguousRelationship {
            parent: origin.name.clone(),
            child: target.name.clone(),
            candidates: several.iter().map(|relationship| describe(relationship)).collect(),
            choices: several
                .iter()
                .filter_map(|relationship| choice(relationship))
                .collect::<Vec<_>>()
                .join(", "),
        }),
    }
}

fn matches_target(relationship: &Relationship, target: &Target) -> bool {
    if let Kind::Computed { function, .. } = &relationship.kind {
        return function.name == target.name;
    }
    match (&target.hint, relationship.is_self()) {
        (None, false) => {
            let by_key = !relationship.target_is_view
                && (is_constraint(relationship, &target.name) || is_own_column(relationship, &target.name));
            relationship.target.name == target.name || by_key
        }
        (Some(hint), false) => {
            relationship.target.name == target.name
                && (is_constraint(relationship, hint)
                    || is_own_column(relationship, hint)
                    || is_foreign_column(relationship, hint)
                    || is_junction(relationship, hint))
        }
        // A self-referencing foreign key has two relationships: the relation's name selects one-to-many, the column's
        // name many-to-one.
        (None, true) => match &relationship.kind {
            Kind::OneToMany(_) => relationship.target.name == target.name,
            Kind::ManyToOne(_) => is_own_column(relationship, &target.name),
            _ => false,
        },
        (Some(hint), true) => {
            relationship.target.name == target.name
                && matches!(relationship.kind, Kind::OneToMany(_))
                && is_foreign_column(relationship, hint)
        }
    }
}

fn is_constraint(relationship: &Relationship, name: &str) -> bool {
    relationship.link().is_some_and(|link| link.constraint == name)
}

fn is_own_column(relationship: &Relationship, name: &str) -> bool {
    matches!(relationship.link().map(|link| link.columns.as_slice()), Some([(own, _)]) if own == name)
}

fn is_foreign_column(relationship: &Relationship, name: &str) -> bool {
    matches!(relationship.link().map(|link| link.columns.as_slice()), Some([(_, foreign)]) if foreign == name)
}

fn is_junction(relationship: &Relationship, name: &str) -> bool {
    matches!(&relationship.kind, Kind::ManyToMany(junction) if junction.table.name == name)
}

fn none_found(cache: &SchemaCache, origin: &QualifiedName, target: &Target) -> Error {
    let suggestion = if cache.relationships.contains_key(origin) {
        let children = cache.relationships_from(origin).map(|relationship| relationship.target.name.as_str());
        closest_match(&target.name, children, LOOSE_SIMILARITY)
            .filter(|name| !name.eq_ignore_ascii_case(&target.name))
            .map(|name| format!("Perhaps you meant '{name}' instead of '{}'.", target.name))
    } else {
        let parents = cache.relationships.keys().filter(|name| name.schema == origin.schema);
        closest_match(&origin.name, parents.map(|name| name.name.as_str()), LOOSE_SIMILARITY)
            .map(|name| format!("Perhaps you meant '{name}' instead of '{}'.", origin.name))
    };
    Error::NoRelationship {
        parent: origin.name.clone(),
        child: target.name.clone(),
        used_hint: target.hint.clone(),
        schema: origin.schema.clone(),
        suggestion,
    }
}

fn describe(relationship: &Relationship) -> Value {
    let embedding = format!("{} with {}", relationship.origin.name, relationship.target.name);
    let through = |link: &Link| {
        let (own, foreign): (Vec<&str>, Vec<&str>) =
            link.columns.iter().map(|(own, foreign)| (own.as_str(), foreign.as_str())).unzip();
        format!(
            "{} using {}({}) and {}({})",
            link.constraint,
            relationship.origin.name,
            own.join(", "),
            relationship.target.name,
            foreign.join(", ")
        )
    };
    let (cardinality, description) = match &relationship.kind {
        Kind::ManyToOne(link) => ("many-to-one", through(link)),
        Kind::OneToMany(link) => ("one-to-many", through(link)),
        Kind::OneToOne(link) => ("one-to-one", through(link)),
        Kind::ManyToMany(junction) => {
            let columns = |pairs: &[(String, String)]| {
                pairs.iter().map(|(_, own)| own.as_str()).collect::<Vec<_>>().join(", ")
            };
            let text = format!(
                "{} using {}({}) and {}({})",
                junction.table.name,
                junction.origin_constraint,
                columns(&junction.origin_columns),
                junction.target_constraint,
                columns(&junction.target_columns)
            );
            ("many-to-many", text)
        }
        Kind::Computed { function, .. } => ("computed", function.name.clone()),
    };
    json!({ "cardinality": cardinality, "embedding": embedding, "relationship": description })
}

fn choice(relationship: &Relationship) -> Option<String> {
    let hint = match &relationship.kind {
        Kind::ManyToMany(junction) => &junction.table.name,
        _ => &relationship.link()?.constraint,
    };
    Some(format!("'{}!{hint}'", relationship.target.name))
}
