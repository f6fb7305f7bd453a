//! Errors of templates.

/// A template that cannot be parsed or rendered.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(in crate::mail) enum TemplateError {
    #[error("line {line}: {problem}")]
    Syntax { line: usize, problem: &'static str },
    #[error("{function}: {problem}")]
    Call { function: &'static str, problem: &'static str },
    #[error("the template takes too many steps")]
    TooLong,
}
