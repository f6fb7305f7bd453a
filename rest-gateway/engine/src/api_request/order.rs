//! `order=`: columns and columns of to-one embeds, with direction and the place of nulls.

use super::cursor::{Cursor, Parsed};
use super::field::{Field, read_name};

const MOST: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OrderTerm {
    /// The embed that the column belongs to; none for the relation itself.
    pub relation: Option<String>,
    pub field: Field,
    pub descending: Option<bool>,
    pub nulls_first: Option<bool>,
}

pub(super) fn read_order(cursor: &mut Cursor<'_>) -> Parsed<Vec<OrderTerm>> {
    let mut terms = Vec::new();
    loop {
        cursor.skip_blanks();
        terms.push(read_term(cursor)?);
        if terms.len() > MOST {
            return Err(cursor.failure(format!("there are more than {MOST} terms")));
        }
        cursor.skip_blanks();
        if !cursor.take_str(",") {
            break;
        }
    }
    cursor.expect_end("delimiter (.), \",\" or end of input")?;
    Ok(terms)
}

fn read_term(cursor: &mut Cursor<'_>) -> Parsed<OrderTerm> {
    let related = cursor.attempt(|c| {
        let relation = read_name(c)?;
        c.expect("(", "\"(\"")?;
        let field = Field::read(c)?;
        c.expect(")", "\")\"")?;
        Ok((relation, field))
    });
    let (relation, field) = match related {
        Some((relation, field)) => (Some(relation), field),
        None => (None, Field::read(cursor)?),
    };
    let descending = match () {
        () if take_word(cursor, ".asc") => Some(false),
        () if take_word(cursor, ".desc") => Some(true),
        () => None,
    };
    let nulls_first = match () {
        () if take_word(cursor, ".nullsfirst") => Some(true),
        () if take_word(cursor, ".nullslast") => Some(false),
        () => None,
    };
    if cursor.take_str(".") {
        let expecting = match (descending, nulls_first) {
            (None, None) => "\"asc\", \"desc\", \"nullsfirst\" or \"nullslast\"",
            (Some(_), None) => "\"nullsfirst\" or \"nullslast\"",
            _ => "\",\" or end of input",
        };
        return Err(cursor.unexpected(expecting));
    }
    Ok(OrderTerm { relation, field, descending, nulls_first })
}

fn take_word(cursor: &mut Cursor<'_>, word: &str) -> bool {
    let after = cursor.rest().strip_prefix(word).and_then(|rest| rest.chars().next());
    cursor.rest().starts_with(word)
        && matches!(after, None | Some(',' | '.' | ' ' | '\t'))
        && cursor.take_str(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<OrderTerm>> {
        read_order(&mut Cursor::new(text)).ok()
    }

    #[test]
    fn terms_have_direction_and_nulls() {
        let terms = read("a.desc.nullslast,data->>k, rel(b).asc").unwrap();
        assert_eq!((terms[0].descending, terms[0].nulls_first), (Some(true), Some(false)));
        assert_eq!(terms[1].field.path.len(), 1);
        assert_eq!(terms[2].relation.as_deref(), Some("rel"));
        assert_eq!(read("a.nullsfirst").unwrap()[0].nulls_first, Some(true));
    }

    #[test]
    fn misspelt_directions_are_refused() {
        for text in ["id.ac", "id.descc", "id.nullslasttt", "id.asc.nlsfst", "id,", "", "rel(a,b)"] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
