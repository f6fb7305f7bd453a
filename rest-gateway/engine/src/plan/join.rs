//! How an embedded relation is joined to its parent: the FROM item, the junction and the join conditions.

use super::tree::{From, JoinCondition, Needs, QualifiedColumn, Qualifier, ReadPlan};
use crate::api_request::RowRange;
use crate::schema_cache::{Kind, Relationship};

/// Postgres truncates longer identifiers, so that two could become the same.
const MAX_NAME_LENGTH: usize = 63;

/// The read plan of an embedded relation with its join to the parent, still without a selection.
pub(super) fn related(parent: &ReadPlan, relationship: &Relationship, depth: usize) -> ReadPlan {
    let target = &relationship.target;
    let parent_column =
        |column: &str| QualifiedColumn { qualifier: parent.qualifier(), column: column.to_owned() };
    let alias = numbered(&target.name, depth);
    let own_column = |column: &str| QualifiedColumn {
        qualifier: Qualifier::Alias(alias.clone()),
        column: column.to_owned(),
    };
    let (from, junction, join_conditions) = match &relationship.kind {
        Kind::ManyToOne(link) | Kind::OneToMany(link) | Kind::OneToOne(link) => {
            let join_conditions = link
                .columns
                .iter()
                .map(|(parent, own)| JoinCondition(own_column(own), parent_column(parent)))
                .collect();
            (From::Relation(target.clone()), None, join_conditions)
        }
        Kind::ManyToMany(junction) => {
            let junction_column = |column: &str| QualifiedColumn {
                qualifier: Qualifier::Relation(junction.table.clone()),
                column: column.to_owned(),
            };
            let to_target = junction
                .target_columns
                .iter()
                .map(|(own, joined)| JoinCondition(own_column(own), junction_column(joined)));
            let to_origin = junction
                .origin_columns
                .iter()
                .map(|(own, joined)| JoinCondition(junction_column(joined), parent_column(own)));
            (
                From::Relation(target.clone()),
                Some(junction.table.clone()),
                to_target.chain(to_origin).collect(),
            )
        }
        Kind::Computed { function, .. } => {
            let argument = parent.alias.clone().unwrap_or_else(|| parent.table.name.clone());
            let from = From::Function {
                function: function.clone(),
                argument,
                argument_type: relationship.origin.clone(),
            };
            (from, None, Vec::new())
        }
    };
    ReadPlan {
        from,
        alias: Some(alias.clone()),
        table: target.clone(),
        select: Vec::new(),
        filters: Vec::new(),
        order: Vec::new(),
        range: RowRange::default(),
        junction,
        join_conditions,
        embeds: Vec::new(),
    }
}

/// The parent's columns that the join reads.
pub(super) fn needs(relationship: &Relationship) -> Needs {
    let own =
        |columns: &[(String, String)]| Needs::Columns(columns.iter().map(|(own, _)| own.clone()).collect());
    match &relationship.kind {
        Kind::ManyToOne(link) | Kind::OneToMany(link) | Kind::OneToOne(link) => own(&link.columns),
        Kind::ManyToMany(junction) => own(&junction.origin_columns),
        Kind::Computed { .. } => Needs::Row,
    }
}

/// An alias with the nesting depth as its suffix, so that the same relation can occur at several depths.
pub(super) fn numbered(name: &str, depth: usize) -> String {
    let suffix = format!("_{depth}");
    let mut end = name.len().min(MAX_NAME_LENGTH - suffix.len());
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{suffix}", &name[..end])
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn truncates_long_names_before_their_number() {
        assert_eq!(numbered("clients", 1), "clients_1");
        assert_eq!(numbered(&"é".repeat(60), 12).len(), 63);
    }
}
