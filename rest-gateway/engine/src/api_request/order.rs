//! `order=`: columns, also of to-one embeds, with direction and the position of nulls.

use super::cursor::{Cursor, Parsed, Stopped};
use super::expected::Expected;
use super::field::{Field, read_name};

/// Maximum number of order terms of one parameter.
const MAX_TERMS: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OrderTerm {
    /// The embed whose column it is; `None` for the relation itself.
    pub relation: Option<String>,
    pub field: Field,
    pub descending: Option<bool>,
    pub nulls_first: Option<bool>,
}

pub(super) fn read_order(cursor: &mut Cursor<'_>) -> Parsed<Vec<OrderTerm>> {
    let mut terms = Vec::new();
    loop {
        cursor.blanks();
        let term = match cursor.attempt(read_related_term) {
            Some(term) => term,
            None => {
                let field = Field::read(cursor)?;
                read_direction(cursor, None, field)?
            }
        };
        terms.push(term);
        if terms.len() > MAX_TERMS {
            return Err(cursor.reject("there are too many terms"));
        }
        if !cursor.take(",", Expected::Comma) {
            return Ok(terms);
        }
    }
}

/// `embed(column)`.
fn read_related_term(cursor: &mut Cursor<'_>) -> Parsed<OrderTerm> {
    let relation = read_name(cursor)?;
    cursor.string("(", Expected::Open)?;
    let field = Field::read(cursor)?;
    cursor.string(")", Expected::Close)?;
    read_direction(cursor, Some(relation), field)
}

fn read_direction(cursor: &mut Cursor<'_>, relation: Option<String>, field: Field) -> Parsed<OrderTerm> {
    let descending =
        read_word(cursor, [("asc", Expected::Ascending, false), ("desc", Expected::Descending, true)]);
    let nulls_first = read_word(
        cursor,
        [("nullsfirst", Expected::NullsFirst, true), ("nullslast", Expected::NullsLast, false)],
    );
    if cursor.next_is(",", Expected::Comma) || cursor.is_at_end() {
        Ok(OrderTerm { relation, field, descending, nulls_first })
    } else {
        Err(Stopped)
    }
}

/// The meaning of one of two words after a dot.
fn read_word(cursor: &mut Cursor<'_>, words: [(&str, Expected, bool); 2]) -> Option<bool> {
    words.into_iter().find_map(|(word, expected, meaning)| {
        cursor.attempt(|cursor| {
            cursor.string(".", Expected::Delimiter)?;
            cursor.string(word, expected).map(|()| meaning)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<OrderTerm>> {
        read_order(&mut Cursor::new(text)).ok()
    }

    #[test]
    fn parses_directions_and_null_positions() {
        let terms = read("a.desc.nullslast,data->>k, rel(b).asc").unwrap();
        assert_eq!((terms[0].descending, terms[0].nulls_first), (Some(true), Some(false)));
        assert_eq!(terms[1].field.path.len(), 1);
        assert_eq!(terms[2].relation.as_deref(), Some("rel"));
        assert_eq!(read("a.nullsfirst").unwrap()[0].nulls_first, Some(true));
    }

    #[test]
    fn rejects_misspelt_directions() {
        for text in ["id.ac", "id.descc", "id.nullslasttt", "id.asc.nlsfst", "id,", "", "rel(a,b)"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
