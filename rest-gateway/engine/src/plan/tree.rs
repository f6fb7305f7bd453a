//! The plan of a read: a tree of relations, each with its selection, filters, order and range.

use crate::api_request::{Aggregate, Condition, JsonKey, LogicOperator, RowRange};
use crate::schema_cache::QualifiedName;

#[derive(Debug, Clone)]
pub(crate) struct ReadPlan {
    pub from: From,
    /// The alias in the query; `None` for the relation's own name.
    pub alias: Option<String>,
    /// The relation that the columns belong to.
    pub table: QualifiedName,
    pub select: Vec<SelectField>,
    pub filters: Vec<FilterPlan>,
    pub order: Vec<OrderPlan>,
    pub range: RowRange,
    /// The junction table of a many-to-many relationship.
    pub junction: Option<QualifiedName>,
    /// The conditions that join this relation to its parent, through the junction if there is one.
    pub join_conditions: Vec<JoinCondition>,
    pub embeds: Vec<Embed>,
}

#[derive(Debug, Clone)]
pub(crate) enum From {
    Relation(QualifiedName),
    /// The rows that a write or a call returned.
    Source,
    /// A computed relationship: the function applied to the parent's row.
    Function {
        function: QualifiedName,
        argument: String,
        argument_type: QualifiedName,
    },
}

/// The columns on both sides of an equality.
#[derive(Debug, Clone)]
pub(crate) struct JoinCondition(pub QualifiedColumn, pub QualifiedColumn);

#[derive(Debug, Clone)]
pub(crate) struct QualifiedColumn {
    pub qualifier: Qualifier,
    pub column: String,
}

#[derive(Debug, Clone)]
pub(crate) enum Qualifier {
    Relation(QualifiedName),
    Alias(String),
}

/// An embedded relation.
#[derive(Debug, Clone)]
pub(crate) struct Embed {
    pub plan: ReadPlan,
    /// The key in the response, which filters use as well.
    pub name: String,
    /// The name of the relation, foreign key or column that the client wrote. Parameters may still use it beside an
    /// alias; the response has a warning then.
    pub target: String,
    /// True when a parameter used `target` although the embed has an alias.
    pub named_by_target: bool,
    /// The alias of the lateral subquery.
    pub lateral: String,
    pub shape: Shape,
    pub inner: bool,
    /// Selects nothing: the embed only filters its parent.
    pub hidden: bool,
    /// The columns that a spread lifts into its parent.
    pub outputs: Vec<Output>,
    pub needs: Needs,
    /// json and jsonb spell all of its values in the same way.
    pub same_in_jsonb: bool,
}

/// What an embed reads of its parent's row.
#[derive(Debug, Clone)]
pub(crate) enum Needs {
    Columns(Vec<String>),
    /// The whole row, as the argument of a computed relationship.
    Row,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Object,
    Array,
    SpreadOne,
    /// Each column becomes an array of the related rows' values.
    SpreadMany,
}

impl Shape {
    pub fn is_spread(self) -> bool {
        matches!(self, Shape::SpreadOne | Shape::SpreadMany)
    }
}

/// A column that a spread lifts into its parent. The parent applies the aggregate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Output {
    /// The name in the spread and in the response.
    pub column: String,
    pub aggregate: Option<Aggregate>,
    /// A JSON document of rows, which the response contains as jsonb.
    pub is_json: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct SelectField {
    pub field: ResolvedField,
    /// The function of a domain's cast to JSON.
    pub output_cast: Option<QualifiedName>,
    pub cast: Option<String>,
    pub aggregate: Option<Aggregate>,
    pub alias: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct ResolvedField {
    /// `*` means all columns. A name that is not a column may be a computed field, which Postgres resolves.
    pub name: String,
    pub path: Vec<PathStep>,
    /// The value is converted to jsonb before the path is applied.
    pub to_jsonb: bool,
    /// The whole row as one value.
    pub full_row: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct PathStep {
    pub as_text: bool,
    pub key: JsonKey,
}

#[derive(Debug, Clone)]
pub(crate) enum FilterPlan {
    Group {
        negated: bool,
        operator: LogicOperator,
        members: Vec<FilterPlan>,
    },
    Test {
        field: ResolvedField,
        to_tsvector: bool,
        /// The function of a domain's cast from text, applied to the value that the field is compared with.
        input_cast: Option<QualifiedName>,
        condition: Condition,
    },
    /// Tests whether an embed has no rows, or some.
    Embed {
        lateral: String,
        is_empty: bool,
    },
}

#[derive(Debug, Clone)]
pub(crate) struct OrderPlan {
    /// The embed that the column belongs to.
    pub lateral: Option<String>,
    pub field: ResolvedField,
    pub descending: Option<bool>,
    pub nulls_first: Option<bool>,
}

impl FilterPlan {
    /// The columns that the filter reads.
    pub fn columns(&self) -> Vec<&str> {
        match self {
            FilterPlan::Group { members, .. } => members.iter().flat_map(FilterPlan::columns).collect(),
            FilterPlan::Test { field, .. } => vec![&field.name],
            FilterPlan::Embed { .. } => Vec::new(),
        }
    }
}

impl ReadPlan {
    pub fn qualifier(&self) -> Qualifier {
        match (&self.alias, &self.from) {
            (Some(alias), _) => Qualifier::Alias(alias.clone()),
            (None, From::Relation(name)) => Qualifier::Relation(name.clone()),
            (None, From::Source | From::Function { .. }) => Qualifier::Alias(self.table.name.clone()),
        }
    }

    /// True when the selection is exactly all columns of the relation.
    pub fn selects_whole_rows(&self) -> bool {
        let [only] = self.select.as_slice() else { return false };
        only.field.name == "*" && only.aggregate.is_none() && self.embeds.is_empty()
    }

    /// True when the query has a GROUP BY or an aggregate.
    pub fn has_aggregates(&self) -> bool {
        let own = self.select.iter().any(|field| field.aggregate.is_some());
        let spread = self.embeds.iter().filter(|embed| embed.shape.is_spread());
        own || spread.flat_map(|embed| &embed.outputs).any(|output| output.aggregate.is_some())
    }
}
