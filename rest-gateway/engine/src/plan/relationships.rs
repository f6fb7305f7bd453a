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
    let matching: Vec<&Relationship> =
        cache.relationships_from(origin).filter(|found| is_meant(found, target)).collect();
    match matching.as_slice() {
        [only] => Ok(only),
        [] => Err(none_found(cache, origin, target)),
        several => Err(Error::AmbiguousRelationship {
            parent: origin.name.clone(),
            child: target.name.clone(),
            candidates: several.iter().map(|found| describe(found)).collect(),
            choices: several.iter().filter_map(|found| choice(found)).collect::<Vec<_>>().join(", "),
        }),
    }
}

fn is_meant(found: &Relationship, target: &Target) -> bool {
    if let Kind::Computed { function, .. } = &found.kind {
        return function.name == target.name;
    }
    match (&target.hint, found.is_self()) {
        (None, false) => {
            let by_key = !found.target_is_view
                && (is_constraint(found, &target.name) || is_own_column(found, &target.name));
            found.target.name == target.name || by_key
        }
        (Some(hint), false) => {
            found.target.name == target.name
                && (is_constraint(found, hint)
                    || is_own_column(found, hint)
                    || is_foreign_column(found, hint)
                    || is_junction(found, hint))
        }
        // A self-referencing foreign key has two relationships: the relation's name selects one-to-many, the column's
        // name many-to-one.
        (None, true) => match &found.kind {
            Kind::OneToMany(_) => found.target.name == target.name,
            Kind::ManyToOne(_) => is_own_column(found, &target.name),
            _ => false,
        },
        (Some(hint), true) => {
            found.target.name == target.name
                && matches!(found.kind, Kind::OneToMany(_))
                && is_foreign_column(found, hint)
        }
    }
}

fn is_constraint(found: &Relationship, name: &str) -> bool {
    found.link().is_some_and(|link| link.constraint == name)
}

fn is_own_column(found: &Relationship, name: &str) -> bool {
    matches!(found.link().map(|link| link.columns.as_slice()), Some([(own, _)]) if own == name)
}

fn is_foreign_column(found: &Relationship, name: &str) -> bool {
    matches!(found.link().map(|link| link.columns.as_slice()), Some([(_, foreign)]) if foreign == name)
}

fn is_junction(found: &Relationship, name: &str) -> bool {
    matches!(&found.kind, Kind::ManyToMany(junction) if junction.table.name == name)
}

fn none_found(cache: &SchemaCache, origin: &QualifiedName, target: &Target) -> Error {
    let suggestion = if cache.relationships.contains_key(origin) {
        let children = cache.relationships_from(origin).map(|found| found.target.name.as_str());
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

fn describe(found: &Relationship) -> Value {
    let embedding = format!("{} with {}", found.origin.name, found.target.name);
    let through = |link: &Link| {
        let (own, foreign): (Vec<&str>, Vec<&str>) =
            link.columns.iter().map(|(own, foreign)| (own.as_str(), foreign.as_str())).unzip();
        format!(
            "{} using {}({}) and {}({})",
            link.constraint,
            found.origin.name,
            own.join(", "),
            found.target.name,
            foreign.join(", ")
        )
    };
    let (cardinality, relationship) = match &found.kind {
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
    json!({ "cardinality": cardinality, "embedding": embedding, "relationship": relationship })
}

fn choice(found: &Relationship) -> Option<String> {
    let hint = match &found.kind {
        Kind::ManyToMany(junction) => &junction.table.name,
        _ => &found.link()?.constraint,
    };
    Some(format!("'{}!{hint}'", found.target.name))
}
