//! Plans a read: resolves the embeds to relationships, then assigns filters, orders and ranges to the nodes of the
//! tree.

use super::aggregates;
use super::fields::{all_columns, filter_plan, logic_plan, order_plan, select_field};
use super::join::{needs, numbered, related};
use super::names::check_repeats;
use super::planner::Planner;
use super::relationships;
use super::tree::{Embed, From, ReadPlan, SelectField, Shape};
use crate::api_request::{RangeBound, RowRange, SelectColumn, SelectItem, Target};
use crate::error::Error;
use crate::schema_cache::{Column, QualifiedName, Table};

/// Maximum number of columns of a row, as in a table. Postgres allows 1664 in a query, those in ORDER BY included.
const MAX_COLUMNS: usize = 1600;

/// What the root of the tree reads. It decides which parameters apply to the root.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    Relation,
    /// The rows of a write, to which the root's filters, limit and offset already apply.
    Written,
    /// The rows of a call.
    Called,
}

impl Planner<'_> {
    /// `returned`: the output columns of a called function.
    pub fn read_plan(
        &self,
        table: &QualifiedName,
        root: Root,
        returned: &[String],
    ) -> Result<ReadPlan, Error> {
        let (from, alias) = match root {
            Root::Relation => (From::Relation(table.clone()), None),
            Root::Written | Root::Called => (From::Source, Some(table.name.clone())),
        };
        let mut plan = ReadPlan {
            from,
            alias,
            table: table.clone(),
            select: Vec::new(),
            filters: Vec::new(),
            order: Vec::new(),
            range: RowRange::default(),
            junction: None,
            join_conditions: Vec::new(),
            embeds: Vec::new(),
        };
        self.fill(&mut plan, &self.request.query.select, 1)?;
        self.place_filters(&mut plan, root)?;
        self.place_orders(&mut plan)?;
        self.place_ranges(&mut plan, root)?;
        if root != Root::Written {
            limit_rows(&mut plan, self.config.db_max_rows);
        }
        self.check_names(&plan, returned)?;
        aggregates::resolve(&mut plan, self.cache, self.config.db_aggregates_enabled)?;
        Ok(plan)
    }

    fn node<'p>(&self, plan: &'p mut ReadPlan, path: &[String]) -> Result<&'p mut ReadPlan, Error> {
        descend(plan, path, self.config.url_use_legacy_target_names)
    }

    fn table(&self, name: &QualifiedName) -> Option<&Table> {
        self.cache.tables.get(name)
    }

    fn fill(&self, plan: &mut ReadPlan, items: &[SelectItem], depth: usize) -> Result<(), Error> {
        check_repeats(items)?;
        for item in items {
            match item {
                SelectItem::Column(column) => {
                    let table = self.table(&plan.table);
                    match table.filter(|table| column.is_all() && table.has_json_cast()) {
                        Some(table) => plan.select.extend(all_columns(table)),
                        None => plan.select.push(select_field(column, table)),
                    }
                }
                SelectItem::Embed { alias, target, items } => {
                    let embed = self.embed(plan, alias.as_deref(), target, items, depth, false)?;
                    plan.embeds.push(embed);
                }
                SelectItem::Spread { target, items } => {
                    let embed = self.embed(plan, None, target, items, depth, true)?;
                    plan.embeds.push(embed);
                }
            }
        }
        // An empty selection without embeds reads all columns.
        if plan.select.is_empty() && plan.embeds.is_empty() {
            plan.select.push(select_field(&SelectColumn::all(), None));
        }
        if self.width(plan) > MAX_COLUMNS {
            return Err(Error::QueryString {
                message: format!("The selection has more than {MAX_COLUMNS} columns"),
                details: "ask for fewer".to_owned(),
            });
        }
        Ok(())
    }

    /// The number of columns of a row, with those that spreads lift into it.
    fn width(&self, plan: &ReadPlan) -> usize {
        let all = self.table(&plan.table).map_or(1, |table| table.columns.len());
        let is_all = |field: &&SelectField| field.field.name == "*" && field.aggregate.is_none();
        let stars = plan.select.iter().filter(is_all).count();
        let lifted = plan.embeds.iter().map(|embed| match embed.shape {
            Shape::Object | Shape::Array => 1,
            Shape::SpreadOne | Shape::SpreadMany => self.width(&embed.plan),
        });
        plan.select.len() - stars + stars * all + lifted.sum::<usize>()
    }

    fn embed(
        &self,
        parent: &ReadPlan,
        alias: Option<&str>,
        target: &Target,
        items: &[SelectItem],
        depth: usize,
        is_spread: bool,
    ) -> Result<Embed, Error> {
        let relationship = relationships::find(self.cache, &parent.table, target)?;
        let name = alias.unwrap_or(&target.name).to_owned();
        let mut plan = related(parent, relationship, depth);
        self.fill(&mut plan, items, depth + 1)?;
        let shape = match (is_spread, relationship.is_to_one()) {
            (false, true) => Shape::Object,
            (false, false) => Shape::Array,
            (true, true) => Shape::SpreadOne,
            (true, false) => Shape::SpreadMany,
        };
        let same_in_jsonb = self.table(&plan.table).is_some_and(|table| is_same_in_jsonb(&plan, table));
        let selects_nothing = !items.iter().any(|item| matches!(item, SelectItem::Column(_)))
            && plan.embeds.iter().all(|embed| embed.hidden);
        Ok(Embed {
            lateral: numbered(&format!("{}_{name}", parent.table.name), depth),
            plan,
            name,
            target: target.name.clone(),
            named_by_target: false,
            shape,
            inner: target.inner,
            hidden: selects_nothing,
            outputs: Vec::new(),
            needs: needs(relationship),
            same_in_jsonb,
        })
    }

    fn place_filters(&self, plan: &mut ReadPlan, root: Root) -> Result<(), Error> {
        let query = &self.request.query;
        let belongs = |path: &[String]| root != Root::Written || !path.is_empty();
        for (path, filter) in query.filters.iter().filter(|(path, _)| belongs(path)) {
            let node = self.node(plan, path)?;
            let planned = filter_plan(filter, self.table(&node.table), &node.embeds);
            node.filters.push(planned);
        }
        for (path, tree) in query.logic.iter().filter(|(path, _)| belongs(path)) {
            let node = self.node(plan, path)?;
            let planned = logic_plan(tree, self.table(&node.table), &node.embeds);
            node.filters.push(planned);
        }
        Ok(())
    }

    fn place_orders(&self, plan: &mut ReadPlan) -> Result<(), Error> {
        // The first order of a relation counts, so it is assigned last.
        for (path, terms) in self.request.query.order.iter().rev() {
            let node = self.node(plan, path)?;
            let table = self.table(&node.table);
            let planned: Result<Vec<_>, Error> =
                terms.iter().map(|term| order_plan(term, table, &node.table.name, &node.embeds)).collect();
            node.order = planned?;
        }
        Ok(())
    }

    fn place_ranges(&self, plan: &mut ReadPlan, root: Root) -> Result<(), Error> {
        for (path, bound) in self.request.query.ranges.iter().filter(|(path, _)| !path.is_empty()) {
            let node = self.node(plan, path)?;
            match bound {
                RangeBound::Limit(limit) => node.range.limit = Some(*limit),
                RangeBound::Offset(offset) => node.range.offset = *offset,
            }
            node.range = node.range.check()?;
        }
        if root != Root::Written {
            plan.range = self.request.range;
        }
        Ok(())
    }
}

/// The node at a parameter's path. Its names are those in the response or, if `legacy`, those of the relations.
fn descend<'p>(plan: &'p mut ReadPlan, path: &[String], legacy: bool) -> Result<&'p mut ReadPlan, Error> {
    let mut node = plan;
    for name in path {
        let aliased = !node.embeds.iter().any(|embed| embed.name == *name);
        let is_named = |embed: &&mut Embed| if aliased { embed.target == *name } else { embed.name == *name };
        let embed = node.embeds.iter_mut().find(is_named).ok_or_else(|| Error::not_embedded(name))?;
        if aliased && !legacy {
            return Err(Error::NotEmbedded { name: name.clone(), alias: Some(embed.name.clone()) });
        }
        embed.named_by_target |= aliased;
        node = &mut embed.plan;
    }
    Ok(node)
}

/// Applies `db-max-rows` to every node.
fn limit_rows(plan: &mut ReadPlan, max_rows: Option<u64>) {
    plan.range = plan.range.at_most(max_rows);
    for embed in &mut plan.embeds {
        limit_rows(&mut embed.plan, max_rows);
    }
}

/// True when json and jsonb spell every selected value in the same way.
fn is_same_in_jsonb(plan: &ReadPlan, table: &Table) -> bool {
    let is_plain = |field: &SelectField| {
        field.cast.is_none()
            && field.output_cast.is_none()
            && field.aggregate.is_none()
            && (field.field.name == "*" || table.columns.contains_key(&field.field.name))
    };
    plan.select.iter().all(is_plain)
        && table.columns.values().all(Column::is_same_in_jsonb)
        && plan.embeds.iter().all(|embed| embed.same_in_jsonb)
}
