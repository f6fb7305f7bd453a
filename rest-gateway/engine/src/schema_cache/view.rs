//! Traces view columns to the table columns that they select. Postgres stores this in the query tree of the view: each
//! entry of the target list names its source relation and column. Views over views are followed down to the table.

use foldhash::HashMap;

/// The relation's oid and the column's number.
pub(super) type ColumnId = (u32, i32);

/// Maximum nesting of views that is followed.
const MAX_DEPTH: usize = 32;

/// For each view column, the table column that it selects. `queries`: the query trees of the views, by oid.
pub(super) fn origins(queries: &HashMap<u32, &str>) -> HashMap<ColumnId, ColumnId> {
    let direct: HashMap<ColumnId, ColumnId> = queries
        .iter()
        .flat_map(|(oid, query)| {
            target_list(query).into_iter().map(|(column, origin)| ((*oid, column), origin))
        })
        .collect();
    let roots = direct.keys().filter_map(|column| Some((*column, root(*column, &direct)?)));
    roots.collect()
}

fn root(column: ColumnId, direct: &HashMap<ColumnId, ColumnId>) -> Option<ColumnId> {
    let mut current = *direct.get(&column)?;
    for _ in 0..MAX_DEPTH {
        match direct.get(&current) {
            Some(next) => current = *next,
            None => return Some(current),
        }
    }
    None
}

/// The columns of a query's own target list, with their sources. Subqueries are skipped.
fn target_list(tree: &str) -> Vec<(i32, ColumnId)> {
    let mut found = Vec::new();
    let mut braces = 0_usize;
    let mut in_list = false;
    let mut list_depth = 0_usize;
    let mut entry = Entry::default();
    let mut tokens = Tokens { rest: tree };
    while let Some(token) = tokens.next() {
        match token {
            "{" => {
                braces += 1;
                if in_list && braces == 2 {
                    entry = Entry::default();
                }
            }
            "}" => {
                if in_list && braces == 2 {
                    found.extend(entry.column());
                }
                braces = braces.saturating_sub(1);
            }
            "(" if in_list => list_depth += 1,
            ")" if in_list => {
                list_depth = list_depth.saturating_sub(1);
                if list_depth == 0 {
                    return found;
                }
            }
            ":targetList" if braces == 1 => in_list = true,
            ":resno" if in_list && braces == 2 => entry.number = tokens.number(),
            ":resorigtbl" if in_list && braces == 2 => entry.table = tokens.number(),
            ":resorigcol" if in_list && braces == 2 => entry.column = tokens.number(),
            _ => {}
        }
    }
    found
}

#[derive(Default)]
struct Entry {
    number: Option<i64>,
    table: Option<i64>,
    column: Option<i64>,
}

impl Entry {
    fn column(&self) -> Option<(i32, ColumnId)> {
        let number = i32::try_from(self.number?).ok()?;
        let column = i32::try_from(self.column?).ok()?;
        let table = u32::try_from(self.table?).ok()?;
        (table != 0 && column > 0).then_some((number, (table, column)))
    }
}

struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        let end = match first {
            '{' | '}' | '(' | ')' => 1,
            _ => self.atom_end(),
        };
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(token)
    }

    /// The tree escapes brackets and blanks in names with a backslash.
    fn atom_end(&self) -> usize {
        let mut escaped = false;
        for (position, character) in self.rest.char_indices() {
            match character {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '{' | '}' | '(' | ')' => return position,
                blank if blank.is_whitespace() => return position,
                _ => {}
            }
        }
        self.rest.len()
    }

    fn number(&mut self) -> Option<i64> {
        self.next()?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_outer_target_list_and_follows_views_to_tables() {
        let inner = "({QUERY :rtable ({RTE :subquery {QUERY :targetList ({TARGETENTRY :resno 1 :resorigtbl 9 \
                     :resorigcol 9 :resjunk false})} :alias a\\ b}) :targetList ({TARGETENTRY :expr {VAR :varno 1} \
                     :resno 1 :resname id :resorigtbl 10 :resorigcol 3 :resjunk false} {TARGETENTRY :expr {CONST} \
                     :resno 2 :resorigtbl 0 :resorigcol 0 :resjunk false}) :override 0})";
        let outer =
            "({QUERY :targetList ({TARGETENTRY :resno 5 :resorigtbl 20 :resorigcol 1 :resjunk false})})";
        let queries = HashMap::from_iter([(20, inner), (30, outer)]);
        let origins = origins(&queries);
        assert_eq!(origins.get(&(20, 1)), Some(&(10, 3)));
        assert_eq!(origins.get(&(30, 5)), Some(&(10, 3)));
        assert_eq!(origins.len(), 2);
    }
}
