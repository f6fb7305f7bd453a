//! Relationships between relations, and how they follow from foreign keys. Each foreign key gives one relationship in
//! either direction. Two foreign keys of a table whose primary key covers both make it a junction: a many-to-many
//! relationship.

use foldhash::{HashMap, HashSet};

use super::table::{QualifiedName, Table};

/// The derived order is the one in which the error for an ambiguous embed lists them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Relationship {
    pub origin: QualifiedName,
    pub target: QualifiedName,
    pub target_is_view: bool,
    pub origin_is_view: bool,
    pub kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    OneToMany(Link),
    ManyToOne(Link),
    OneToOne(Link),
    ManyToMany(Junction),
    Computed { function: QualifiedName, single: bool },
}

/// The foreign key of a relationship and its pairs of columns, origin before target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Link {
    pub constraint: String,
    /// The origin is the referencing table.
    pub is_origin_key: bool,
    pub columns: Vec<(String, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Junction {
    pub table: QualifiedName,
    pub origin_constraint: String,
    /// Pairs of an origin column and a junction column.
    pub origin_columns: Vec<(String, String)>,
    pub target_constraint: String,
    /// Pairs of a target column and a junction column.
    pub target_columns: Vec<(String, String)>,
}

impl Relationship {
    pub fn is_self(&self) -> bool {
        self.origin == self.target
    }

    pub fn is_to_one(&self) -> bool {
        match &self.kind {
            Kind::ManyToOne(_) | Kind::OneToOne(_) => true,
            Kind::Computed { single, .. } => *single,
            Kind::OneToMany(_) | Kind::ManyToMany(_) => false,
        }
    }

    pub fn link(&self) -> Option<&Link> {
        match &self.kind {
            Kind::ManyToOne(link) | Kind::OneToMany(link) | Kind::OneToOne(link) => Some(link),
            Kind::ManyToMany(_) | Kind::Computed { .. } => None,
        }
    }

    pub fn junction(&self) -> Option<&QualifiedName> {
        match &self.kind {
            Kind::ManyToMany(junction) => Some(&junction.table),
            _ => None,
        }
    }

    fn inverse(&self) -> Option<Relationship> {
        let kind = match &self.kind {
            Kind::ManyToOne(link) => Kind::OneToMany(link.inverse()),
            Kind::OneToOne(link) => Kind::OneToOne(link.inverse()),
            _ => return None,
        };
        Some(Relationship {
            origin: self.target.clone(),
            target: self.origin.clone(),
            origin_is_view: self.target_is_view,
            target_is_view: self.origin_is_view,
            kind,
        })
    }
}

impl Link {
    fn inverse(&self) -> Link {
        let columns = self.columns.iter().map(|(a, b)| (b.clone(), a.clone())).collect();
        Link { constraint: self.constraint.clone(), is_origin_key: !self.is_origin_key, columns }
    }
}

/// Adds the inverse relationships and those through junctions.
pub(super) fn with_inverses_and_junctions(
    foreign_keys: Vec<Relationship>,
    tables: &HashMap<QualifiedName, Table>,
) -> Vec<Relationship> {
    let inverses: Vec<Relationship> = foreign_keys.iter().filter_map(Relationship::inverse).collect();
    let junctions = many_to_many(&foreign_keys, tables);
    foreign_keys.into_iter().chain(inverses).chain(junctions).collect()
}

fn many_to_many(foreign_keys: &[Relationship], tables: &HashMap<QualifiedName, Table>) -> Vec<Relationship> {
    let mut by_origin: HashMap<&QualifiedName, Vec<(&Relationship, &Link)>> = HashMap::default();
    for relationship in foreign_keys {
        if let Kind::ManyToOne(link) = &relationship.kind {
            by_origin.entry(&relationship.origin).or_default().push((relationship, link));
        }
    }
    let mut found = Vec::new();
    for (junction, keys) in by_origin {
        let Some(table) = tables.get(junction) else { continue };
        let key: HashSet<&str> = table.primary_key.iter().map(String::as_str).collect();
        let within_key = |link: &Link| link.columns.iter().all(|(own, _)| key.contains(own.as_str()));
        for (first, first_link) in keys.iter().filter(|(_, link)| within_key(link)) {
            for (second, second_link) in keys.iter().filter(|(_, link)| within_key(link)) {
                if first_link.constraint != second_link.constraint {
                    found.push(many_to_many_through(junction, (first, first_link), (second, second_link)));
                }
            }
        }
    }
    found
}

fn many_to_many_through(
    table: &QualifiedName,
    first: (&Relationship, &Link),
    second: (&Relationship, &Link),
) -> Relationship {
    Relationship {
        origin: first.0.target.clone(),
        target: second.0.target.clone(),
        origin_is_view: first.0.target_is_view,
        target_is_view: second.0.target_is_view,
        kind: Kind::ManyToMany(Junction {
            table: table.clone(),
            origin_constraint: first.1.constraint.clone(),
            origin_columns: first.1.inverse().columns,
            target_constraint: second.1.constraint.clone(),
            target_columns: second.1.inverse().columns,
        }),
    }
}
