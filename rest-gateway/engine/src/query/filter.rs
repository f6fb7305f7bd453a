//! Filters as SQL conditions.

use super::sql::{Sql, array_literal};
use crate::api_request::{Compare, Condition, IsValue, JsonKey, LogicOperator, Quantifier, Test};
use crate::plan::{FilterPlan, Qualifier, ResolvedField};
use crate::schema_cache::QualifiedName;

impl Sql {
    pub(super) fn filter(&mut self, filter: &FilterPlan, qualifier: &Qualifier) -> &mut Sql {
        match filter {
            FilterPlan::Group { negated, operator, members } => {
                self.logic_group(*negated, *operator, members, |sql, member| {
                    sql.filter(member, qualifier);
                })
            }
            FilterPlan::Embed { lateral, is_empty } => {
                let test = if *is_empty { " IS NOT DISTINCT FROM NULL" } else { " IS DISTINCT FROM NULL" };
                self.ident(lateral).push(test)
            }
            FilterPlan::Test { field, to_tsvector, input_cast, condition } => {
                self.condition(field, *to_tsvector, input_cast.as_ref(), condition, qualifier)
            }
        }
    }

    /// `[NOT ](member AND member)`, with each member written by `write`.
    pub(super) fn logic_group(
        &mut self,
        negated: bool,
        operator: LogicOperator,
        members: &[FilterPlan],
        write: impl FnMut(&mut Sql, &FilterPlan),
    ) -> &mut Sql {
        let separator = match operator {
            LogicOperator::And => " AND ",
            LogicOperator::Or => " OR ",
        };
        self.push(if negated { "NOT (" } else { "(" });
        self.list(members, separator, write).push(")")
    }

    pub(super) fn field(&mut self, field: &ResolvedField, qualifier: &Qualifier) -> &mut Sql {
        if field.full_row {
            return self.qualifier(qualifier);
        }
        if field.to_jsonb {
            self.push("to_jsonb(").column(qualifier, &field.name).push(")");
        } else {
            self.column(qualifier, &field.name);
        }
        for step in &field.path {
            self.push(if step.as_text { "->>" } else { "->" });
            match &step.key {
                JsonKey::Name(name) => self.bind(name.clone()),
                JsonKey::Index(index) => self.push(&format!("({index})")),
            };
        }
        self
    }

    fn condition(
        &mut self,
        field: &ResolvedField,
        to_tsvector: bool,
        input_cast: Option<&QualifiedName>,
        condition: &Condition,
        qualifier: &Qualifier,
    ) -> &mut Sql {
        if condition.negated {
            self.push("NOT ");
        }
        match &condition.test {
            Test::FullText { function, language, value } => {
                if to_tsvector {
                    self.push("to_tsvector(").language(language.as_deref()).field(field, qualifier).push(")");
                } else {
                    self.field(field, qualifier);
                }
                self.push(" @@ ")
                    .push(function)
                    .push("(")
                    .language(language.as_deref())
                    .bind(value.clone())
                    .push(")")
            }
            test => self.field(field, qualifier).test(test, input_cast),
        }
    }

    fn language(&mut self, language: Option<&str>) -> &mut Sql {
        match language {
            Some(language) => self.bind(language.to_owned()).push("::regconfig, "),
            None => self,
        }
    }

    fn test(&mut self, test: &Test, input_cast: Option<&QualifiedName>) -> &mut Sql {
        match test {
            Test::Compare { operator, quantifier, value } => {
                self.compare(*operator, *quantifier, value, input_cast)
            }
            Test::Simple { operator, value } => {
                self.push(" ").push(operator).push(" ").cast_value(value.clone(), input_cast)
            }
            Test::In(items) if items.is_empty() => self.push(" = ANY('{}')"),
            Test::In(items) => {
                self.push(" = ANY(");
                match input_cast {
                    None => self.bind(array_literal(items)),
                    Some(function) => self
                        .push("SELECT ")
                        .name(function)
                        .push("(unnest(")
                        .bind(array_literal(items))
                        .push("::text[]))"),
                };
                self.push(")")
            }
            Test::IsDistinct(value) => self.push(" IS DISTINCT FROM ").bind(value.clone()),
            Test::Is(value) => self.push(match value {
                IsValue::Null => " IS NULL",
                IsValue::NotNull => " IS NOT NULL",
                IsValue::True => " IS TRUE",
                IsValue::False => " IS FALSE",
                IsValue::Unknown => " IS UNKNOWN",
            }),
            // `condition` writes it, because the field comes before the operator or inside `to_tsvector`.
            Test::FullText { .. } => self,
        }
    }

    /// A value, converted by the domain's cast from text if it has one.
    fn cast_value(&mut self, value: String, input_cast: Option<&QualifiedName>) -> &mut Sql {
        match input_cast {
            Some(function) => self.name(function).push("(").bind(value).push("::text)"),
            None => self.bind(value),
        }
    }

    fn compare(
        &mut self,
        operator: Compare,
        quantifier: Option<Quantifier>,
        value: &str,
        input_cast: Option<&QualifiedName>,
    ) -> &mut Sql {
        let (symbol, starred) = match operator {
            Compare::Equal => ("=", false),
            Compare::Greater => (">", false),
            Compare::GreaterOrEqual => (">=", false),
            Compare::Less => ("<", false),
            Compare::LessOrEqual => ("<=", false),
            Compare::Like => ("LIKE", true),
            Compare::ILike => ("ILIKE", true),
            Compare::Match => ("~", false),
            Compare::IMatch => ("~*", false),
        };
        let value = if starred { value.replace('*', "%") } else { value.to_owned() };
        // A LIKE pattern is not a value of the domain.
        let input_cast = input_cast.filter(|_| !starred);
        self.push(" ").push(symbol).push(" ");
        match quantifier {
            None => self.cast_value(value, input_cast),
            Some(Quantifier::Any) => self.push("ANY(").cast_value(value, input_cast).push(")"),
            Some(Quantifier::All) => self.push("ALL(").cast_value(value, input_cast).push(")"),
        }
    }
}
