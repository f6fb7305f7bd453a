//! The plan of a read: a tree of relations, each with what is wanted of it, resolved against the schema cache.

use crate::api_request::{Aggregate, Condition, JsonKey, LogicOperator, RowRange};
use crate::schema_cache::QualifiedName;

#[derive(Debug, Clone)]
pub(crate) struct ReadPlan {
    pub from: From,
    /// How the relation is called inside the query; its own name when there is none.
    pub alias: Option<String>,
    /// The relation whose columns these are.
    pub table: QualifiedName,
    pub select: Vec<SelectField>,
    pub filters: Vec<FilterPlan>,
    pub order: Vec<OrderPlan>,
    pub range: RowRange,
    /// The junction's relation and what join_conditions this relation to its parent.
    pub junction: Option<QualifiedName>,
    pub join_conditions: Vec<JoinCondition>,
    pub embeds: Vec<Embed>,
}

#[derive(Debug, Clone)]
pub(crate) enum From {
    Relation(QualifiedName),
    /// The rows that a write or a call gave.
    Source,
    /// A computed relationship: the function applied to the parent's row.
    Function {
        function: QualifiedName,
        argument: String,
        argument_type: QualifiedName,
    },
}

/// Two columns that must be equal.
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

/// A related relation inside its parent.
#[derive(Debug, Clone)]
pub(crate) struct Embed {
    pub plan: ReadPlan,
    /// The key in the answer, and the name that filters use.
    pub name: String,
    /// The relation's own name, which parameters may use beside an alias, with a warning.
    pub target: String,
    /// Whether one did.
    pub named_by_target: bool,
    /// What the joined subquery is called.
    pub lateral: String,
    pub shape: Shape,
    pub inner: bool,
    /// Selects nothing, so that only its filters count.
    pub hidden: bool,
    /// Of a spread: the columns that it gives to its parent.
    pub outputs: Vec<Output>,
    pub needs: Needs,
    /// Json and jsonb spell all its values alike.
    pub same_in_jsonb: bool,
}

/// What an embed takes from its parent's row.
#[derive(Debug, Clone)]
pub(crate) enum Needs {
    Columns(Vec<String>),
    /// A function takes the row as a whole.
    Row,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Object,
    Array,
    SpreadOne,
    /// Each column becomes an array.
    SpreadMany,
}

impl Shape {
    pub fn is_spread(self) -> bool {
        matches!(self, Shape::SpreadOne | Shape::SpreadMany)
    }
}

/// A column that a spread gives to its parent; an aggregate is applied there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Output {
    /// Its name in the spread, and in the answer.
    pub column: String,
    pub aggregate: Option<Aggregate>,
    /// It was made of rows, and is shown as jsonb.
    pub is_json: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct SelectField {
    pub field: ResolvedField,
    /// The function that shows the value.
    pub output_cast: Option<QualifiedName>,
    pub cast: Option<String>,
    pub aggregate: Option<Aggregate>,
    pub alias: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct ResolvedField {
    /// `*` stands for all columns. A name that is no column may still be a computed one, which Postgres decides.
    pub name: String,
    pub path: Vec<PathStep>,
    /// Only json and jsonb take a path as they are.
    pub to_jsonb: bool,
    /// The row as one value.
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
        /// The function that reads what the field is compared with.
        input_cast: Option<QualifiedName>,
        condition: Condition,
    },
    /// Whether an embed is empty, or holds something.
    Embed {
        lateral: String,
        is_empty: bool,
    },
}

#[derive(Debug, Clone)]
pub(crate) struct OrderPlan {
    /// The embed whose column it is.
    pub lateral: Option<String>,
    pub field: ResolvedField,
    pub descending: Option<bool>,
    pub nulls_first: Option<bool>,
}

impl FilterPlan {
    /// The columns that it asks about.
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

    /// Whether the rows come as the relation has them: all columns, nothing besides.
    pub fn gives_whole_rows(&self) -> bool {
        let [only] = self.select.as_slice() else { return false };
        only.field.name == "*" && only.aggregate.is_none() && self.embeds.is_empty()
    }

    /// Whether rows are put together into groups here.
    pub fn aggregates(&self) -> bool {
        let own = self.select.iter().any(|field| field.aggregate.is_some());
        let spread = self.embeds.iter().filter(|embed| embed.shape.is_spread());
        own || spread.flat_map(|embed| &embed.outputs).any(|output| output.aggregate.is_some())
    }
}
