//! The query of a read. Each embed is a lateral join, so that filters, order and limit apply to it per row of its
//! parent.

use super::sql::Sql;
use crate::api_request::RowRange;
use crate::plan::{Embed, From, JoinCondition, OrderPlan, Output, Qualifier, ReadPlan, SelectField, Shape};

/// The CTE with the rows of a write or a call.
pub(super) const SOURCE: &str = "pgrst_source";

/// The number of columns written so far, and the positions of those for GROUP BY.
#[derive(Default)]
struct Columns {
    written: usize,
    groups: Vec<usize>,
}

/// The type of an embed in its parent's row. The response has jsonb, as in PostgREST.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EmbedForm {
    Jsonb,
    /// For an embed inside another one, which is converted to jsonb as a whole.
    Json,
    /// json where the row encoder can rewrite it as jsonb.
    JsonWhereSame,
}

impl EmbedForm {
    fn is_jsonb(self, embed: &Embed) -> bool {
        match self {
            EmbedForm::Jsonb => true,
            EmbedForm::Json => false,
            EmbedForm::JsonWhereSame => !embed.same_in_jsonb,
        }
    }
}

/// For each column that embeds add, which are the last ones of a row: whether the response has it as jsonb.
pub(super) fn embedded(plan: &ReadPlan) -> Vec<bool> {
    let shown = plan.embeds.iter().filter(|embed| !embed.hidden);
    let columns = shown.flat_map(|embed| match embed.shape {
        Shape::Object | Shape::Array => vec![true],
        Shape::SpreadOne | Shape::SpreadMany => {
            embed.outputs.iter().map(|output| output.is_json && output.aggregate.is_none()).collect()
        }
    });
    columns.collect()
}

impl Sql {
    pub(super) fn read(&mut self, plan: &ReadPlan, form: EmbedForm) -> &mut Sql {
        let qualifier = plan.qualifier();
        self.push("SELECT ");
        let mut columns = Columns::default();
        for field in &plan.select {
            self.next(&mut columns, field.aggregate.is_none()).select_field(field, &qualifier);
        }
        // GROUP BY needs comparable values; json has no equality operator.
        let form = if plan.has_aggregates() { EmbedForm::Jsonb } else { form };
        for embed in &plan.embeds {
            self.embed_columns(embed, form.is_jsonb(embed), &mut columns);
        }
        self.from(plan);
        for embed in &plan.embeds {
            self.join(embed);
        }
        self.conditions(plan, &qualifier);
        if plan.has_aggregates() && !columns.groups.is_empty() {
            // By position: a name could refer to a column of the relation, and two binds of one value are not the same
            // expression to Postgres.
            self.push(" GROUP BY ").list(&columns.groups, ", ", |sql, position| {
                sql.push(&position.to_string());
            });
        }
        self.order_by(&plan.order, &qualifier).limit_offset(&plan.range)
    }

    fn next(&mut self, columns: &mut Columns, groups: bool) -> &mut Sql {
        columns.written += 1;
        if groups {
            columns.groups.push(columns.written);
        }
        if columns.written > 1 { self.push(", ") } else { self }
    }

    fn select_field(&mut self, field: &SelectField, qualifier: &Qualifier) -> &mut Sql {
        if let Some(aggregate) = &field.aggregate {
            self.cast_start(aggregate.cast.as_deref()).push(aggregate.function.name()).push("(");
            if field.field.name == "*" {
                self.push("*");
            } else {
                self.cast_field(field, qualifier);
            }
            self.push(")").cast_end(aggregate.cast.as_deref());
        } else {
            self.cast_field(field, qualifier);
        }
        self.alias(field.alias.as_deref())
    }

    fn cast_field(&mut self, field: &SelectField, qualifier: &Qualifier) -> &mut Sql {
        self.cast_start(field.cast.as_deref());
        match &field.output_cast {
            Some(function) => self.name(function).push("(").field(&field.field, qualifier).push(")"),
            None => self.field(&field.field, qualifier),
        };
        self.cast_end(field.cast.as_deref())
    }

    fn cast_start(&mut self, cast: Option<&str>) -> &mut Sql {
        if cast.is_some() { self.push("CAST(") } else { self }
    }

    fn cast_end(&mut self, cast: Option<&str>) -> &mut Sql {
        match cast {
            Some(cast) => self.push(" AS ").type_name(cast).push(")"),
            None => self,
        }
    }

    fn alias(&mut self, alias: Option<&str>) -> &mut Sql {
        match alias {
            Some(alias) => self.push(" AS ").ident(alias),
            None => self,
        }
    }

    fn embed_columns(&mut self, embed: &Embed, as_jsonb: bool, columns: &mut Columns) {
        match embed.shape {
            _ if embed.hidden => {}
            Shape::Object => {
                self.next(columns, true).push("row_to_json(").ident(&embed.lateral).push(".*)");
                self.push(if as_jsonb { "::jsonb" } else { "" }).alias(Some(&embed.name));
            }
            Shape::Array => {
                self.next(columns, true)
                    .push("COALESCE(")
                    .ident(&embed.lateral)
                    .push(".")
                    .ident(&embed.lateral);
                self.push(", '[]')").push(if as_jsonb { "::jsonb" } else { "" }).alias(Some(&embed.name));
            }
            Shape::SpreadOne | Shape::SpreadMany => {
                for output in &embed.outputs {
                    self.next(columns, output.aggregate.is_none()).output(output, &embed.lateral, as_jsonb);
                }
            }
        }
    }

    fn output(&mut self, output: &Output, lateral: &str, as_jsonb: bool) -> &mut Sql {
        let lateral = Qualifier::Alias(lateral.to_owned());
        let Some(aggregate) = &output.aggregate else {
            self.column(&lateral, &output.column);
            return self.push(if as_jsonb && output.is_json { "::jsonb" } else { "" });
        };
        self.cast_start(aggregate.cast.as_deref()).push(aggregate.function.name()).push("(");
        self.column(&lateral, &output.column).push(")").cast_end(aggregate.cast.as_deref());
        self.alias(Some(&output.column))
    }

    pub(super) fn from(&mut self, plan: &ReadPlan) -> &mut Sql {
        self.push(" FROM ");
        match &plan.from {
            From::Relation(name) => self.name(name),
            From::Source => self.push(SOURCE),
            From::Function { function, argument, argument_type } => {
                self.name(function).push("(").ident(argument).push("::").name(argument_type).push(")")
            }
        };
        self.alias(plan.alias.as_deref());
        match &plan.junction {
            Some(junction) => self.push(", ").name(junction),
            None => self,
        }
    }

    fn join(&mut self, embed: &Embed) -> &mut Sql {
        self.push(if embed.inner { " INNER" } else { " LEFT" }).push(" JOIN LATERAL (");
        match embed.shape {
            Shape::Object | Shape::SpreadOne => {
                self.read(&embed.plan, EmbedForm::Json);
            }
            Shape::Array => {
                self.push("SELECT json_agg(").ident(&embed.lateral).push(") AS ").ident(&embed.lateral);
                self.push(" FROM (").read(&embed.plan, EmbedForm::Json).push(") AS ").ident(&embed.lateral);
            }
            Shape::SpreadMany => {
                self.push("SELECT nullif(count(*), 0) AS ").ident(&embed.lateral);
                for output in &embed.outputs {
                    let lateral = Qualifier::Alias(embed.lateral.clone());
                    self.push(", COALESCE(json_agg(").column(&lateral, &output.column);
                    self.push("), '[]') AS ").ident(&output.column);
                }
                self.push(" FROM (").read(&embed.plan, EmbedForm::Json).push(") AS ").ident(&embed.lateral);
            }
        }
        self.push(") AS ").ident(&embed.lateral).push(" ON ");
        match (embed.shape, embed.inner) {
            // The subquery aggregates, so it always returns a row.
            (Shape::Array | Shape::SpreadMany, true) => {
                self.ident(&embed.lateral).push(".").ident(&embed.lateral).push(" IS NOT NULL")
            }
            _ => self.push("TRUE"),
        }
    }

    fn conditions(&mut self, plan: &ReadPlan, qualifier: &Qualifier) -> &mut Sql {
        let mut conditions = 0;
        for filter in &plan.filters {
            self.and(&mut conditions).filter(filter, qualifier);
        }
        for condition in &plan.join_conditions {
            self.and(&mut conditions).join_condition(condition);
        }
        self
    }

    pub(super) fn and(&mut self, conditions: &mut usize) -> &mut Sql {
        *conditions += 1;
        self.push(if *conditions > 1 { " AND " } else { " WHERE " })
    }

    pub(super) fn join_condition(&mut self, JoinCondition(own, other): &JoinCondition) -> &mut Sql {
        self.qualified_column(own).push(" = ").qualified_column(other)
    }

    pub(super) fn order_by(&mut self, order: &[OrderPlan], qualifier: &Qualifier) -> &mut Sql {
        if order.is_empty() {
            return self;
        }
        self.push(" ORDER BY ").list(order, ", ", |sql, term| {
            match &term.lateral {
                Some(lateral) => sql.field(&term.field, &Qualifier::Alias(lateral.clone())),
                None => sql.field(&term.field, qualifier),
            };
            match term.descending {
                Some(true) => sql.push(" DESC"),
                Some(false) => sql.push(" ASC"),
                None => sql,
            };
            match term.nulls_first {
                Some(true) => sql.push(" NULLS FIRST"),
                Some(false) => sql.push(" NULLS LAST"),
                None => sql,
            };
        })
    }

    pub(super) fn limit_offset(&mut self, range: &RowRange) -> &mut Sql {
        if let Some(limit) = range.limit {
            // Not a bind: for an unknown limit the planner assumes a tenth of the rows, which makes a generic plan look
            // expensive, so that Postgres plans every request again.
            self.push(" LIMIT ").push(&limit.to_string());
        }
        if range.offset != 0 {
            self.push(" OFFSET ").bind(range.offset.to_string());
        }
        self
    }
}
