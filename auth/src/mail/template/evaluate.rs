//! Renders a parsed template, within a bounded number of steps.

use std::borrow::Cow;

use serde_json::Value;

use super::error::TemplateError;
use super::functions::{call, is_true, printed};
use super::syntax::{Expression, Function, Node};

/// The most nodes and expressions that one mail may evaluate. Lists come from users' metadata.
const MAX_STEPS: usize = 100_000;
/// The most bytes of a mail.
const MAX_OUTPUT: usize = 1 << 20;

pub(super) struct Evaluation<'d> {
    root: &'d Value,
    steps: usize,
    pub output: String,
}

impl<'d> Evaluation<'d> {
    /// An evaluation with the fields of `root`.
    pub fn of(root: &'d Value) -> Evaluation<'d> {
        Evaluation { root, steps: 0, output: String::new() }
    }

    /// Appends `nodes` to the output; `.` is `dot`.
    pub fn render(&mut self, nodes: &[Node], dot: &Value) -> Result<(), TemplateError> {
        for node in nodes {
            self.step()?;
            match node {
                Node::Text(text) => self.output.push_str(text),
                Node::Output { value, escape } => {
                    let value = printed(&*self.value(value, dot)?);
                    self.output.push_str(&escape.apply(&value));
                }
                Node::If { condition, then, otherwise } => {
                    let branch = if is_true(&*self.value(condition, dot)?) { then } else { otherwise };
                    self.render(branch, dot)?;
                }
                Node::With { value, body, otherwise } => {
                    let value = self.value(value, dot)?;
                    if is_true(&value) {
                        self.render(body, &value)?;
                    } else {
                        self.render(otherwise, dot)?;
                    }
                }
                Node::Range { list, body, otherwise } => {
                    let list = self.value(list, dot)?;
                    let items: Vec<&Value> = match &*list {
                        Value::Array(items) => items.iter().collect(),
                        Value::Object(fields) => fields.values().collect(),
                        _ => Vec::new(),
                    };
                    if items.is_empty() {
                        self.render(otherwise, dot)?;
                    }
                    items.into_iter().try_for_each(|item| self.render(body, item))?;
                }
            }
        }
        Ok(())
    }

    fn value<'v>(
        &mut self,
        expression: &'v Expression,
        dot: &'v Value,
    ) -> Result<Cow<'v, Value>, TemplateError>
    where
        'd: 'v,
    {
        self.step()?;
        match expression {
            Expression::Literal(value) => Ok(Cow::Borrowed(value)),
            Expression::Field { from_root, path } => {
                let start = if *from_root { self.root } else { dot };
                let field = path.iter().try_fold(start, |value, name| value.get(name));
                Ok(field.map_or(Cow::Owned(Value::Null), Cow::Borrowed))
            }
            Expression::Call { function: function @ (Function::And | Function::Or), arguments } => {
                let mut last = Cow::Owned(Value::Null);
                for argument in arguments {
                    last = self.value(argument, dot)?;
                    if is_true(&last) == (*function == Function::Or) {
                        break;
                    }
                }
                Ok(last)
            }
            Expression::Call { function, arguments } => {
                let values: Result<Vec<Value>, TemplateError> =
                    arguments.iter().map(|argument| Ok(self.value(argument, dot)?.into_owned())).collect();
                Ok(Cow::Owned(call(*function, &values?)?))
            }
        }
    }

    fn step(&mut self) -> Result<(), TemplateError> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.output.len() > MAX_OUTPUT {
            return Err(TemplateError::TooLong);
        }
        Ok(())
    }
}
