//! The parsed form of a template.

use serde_json::Value;

use super::escape::Escape;

#[derive(Debug)]
pub(super) enum Node {
    Text(String),
    Output {
        value: Expression,
        escape: Escape,
    },
    If {
        condition: Expression,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    /// The body's `.` is the item.
    Range {
        list: Expression,
        body: Vec<Node>,
        otherwise: Vec<Node>,
    },
    /// The body's `.` is the value.
    With {
        value: Expression,
        body: Vec<Node>,
        otherwise: Vec<Node>,
    },
}

#[derive(Debug)]
pub(super) enum Expression {
    /// `.a.b`, or `$.a.b` from the root.
    Field {
        from_root: bool,
        path: Vec<String>,
    },
    Literal(Value),
    Call {
        function: Function,
        arguments: Vec<Expression>,
    },
}

/// The functions, by their names in Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    And,
    Or,
    Not,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Len,
    Index,
    Print,
    Html,
    UrlQuery,
}

const FUNCTIONS: [(&str, Function); 14] = [
    ("and", Function::And),
    ("or", Function::Or),
    ("not", Function::Not),
    ("eq", Function::Eq),
    ("ne", Function::Ne),
    ("lt", Function::Lt),
    ("le", Function::Le),
    ("gt", Function::Gt),
    ("ge", Function::Ge),
    ("len", Function::Len),
    ("index", Function::Index),
    ("print", Function::Print),
    ("html", Function::Html),
    ("urlquery", Function::UrlQuery),
];

impl Function {
    pub fn from_name(name: &str) -> Option<Function> {
        FUNCTIONS.into_iter().find(|(known, _)| *known == name).map(|(_, function)| function)
    }

    pub fn name(self) -> &'static str {
        FUNCTIONS.into_iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }
}
