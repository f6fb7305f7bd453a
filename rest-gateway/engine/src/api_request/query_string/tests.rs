use super::*;

fn read(query: &str) -> QueryParams {
    QueryParams::parse(query, false).unwrap()
}

fn failure(query: &str) -> (String, String) {
    match QueryParams::parse(query, false) {
        Err(Error::QueryString { message, details }) => (message, details),
        other => panic!("{other:?}"),
    }
}

#[test]
fn assigns_parameters_to_their_kinds_and_embeds() {
    let params =
        read("select=id&a.b.c=eq.1&a.order=x.desc&limit=5&a.offset=2&not.or=(x.eq.1)&a.not.and=(y.eq.2)");
    assert_eq!(params.filters[0].0, ["a", "b"]);
    assert_eq!(params.order[0].0, ["a"]);
    assert_eq!(
        params.ranges,
        [(vec![], RangeBound::Limit(5)), (vec!["a".to_owned()], RangeBound::Offset(2))]
    );
    assert_eq!(params.logic[0].0, Vec::<String>::new());
    assert!(matches!(&params.logic[1], (path, LogicTree::Group { negated: true, .. }) if path == &["a"]));
}

#[test]
fn canonical_form_is_sorted_by_name() {
    assert_eq!(read("b=eq.2&a=eq.x+y&d").canonical, "a=eq.x%20y&b=eq.2&d=");
}

#[test]
fn an_unknown_operator_is_reported_with_its_position() {
    let (message, details) = failure("x=noop.0");
    assert_eq!(message, "\"failed to parse filter (noop.0)\" (line 1, column 1)");
    assert_eq!(details, "unexpected \"o\" expecting \"not\" or operator (eq, gt, ...)");
}

#[test]
fn errors_name_the_position_and_the_expected_input() {
    let after_name = "letter, digit, \"-\", \"->>\", \"->\"";
    let directions = "\"asc\", \"desc\", \"nullsfirst\" or \"nullslast\"";
    for (query, column, details) in [
        ("id=fts().x", 5, "unexpected \")\" expecting operator (eq, gt, ...)".to_owned()),
        ("id=eq(some).x", 4, "unexpected \"s\" expecting operator (eq, gt, ...)".to_owned()),
        ("id=is.nix", 5, "unexpected \"i\" expecting isVal: (null, not_null, true, false, unknown)".to_owned()),
        ("id=in.1", 4, "unexpected \"1\" expecting \"(\"".to_owned()),
        (":=eq.1", 1, "unexpected \":\" expecting field name (* or [a..z0..9_$])".to_owned()),
        ("order=id.ac", 4, format!("unexpected \"c\" expecting {directions}")),
        ("order=id.descc", 8, "unexpected 'c' expecting delimiter (.), \",\" or end of input".to_owned()),
        ("order=a(b,c)", 2, format!("unexpected '(' expecting {after_name}, delimiter (.), \",\" or end of input")),
        (
            "or=()",
            4,
            "unexpected \")\" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)".to_owned(),
        ),
        ("or=(a.eq.1,not.xor(b.eq.2))", 15, "unexpected \"x\" expecting logic operator (and, or)".to_owned()),
        ("and=(ord(a.eq.1),b.eq.2)", 7, "unexpected \"d\" expecting \"(\"".to_owned()),
        ("select=a!b", 2, format!("unexpected '!' expecting {after_name}, \"::\", \".\", \")\", \",\" or end of input")),
        ("select=a::", 4, "unexpected end of input expecting letter or digit".to_owned()),
        (
            "select=a,",
            3,
            "unexpected end of input expecting \"...\", field name (* or [a..z0..9_$]), \"*\" or \"count()\"".to_owned(),
        ),
        (
            "select=a(b",
            4,
            format!("unexpected end of input expecting {after_name}, \"::\", \".\", \")\", \",\" or end of input"),
        ),
        ("or=(a.eq.1", 10, "unexpected end of input expecting \",\" or \")\"".to_owned()),
        ("select=a->>--3", 6, "unexpected \"-\" expecting digit".to_owned()),
        ("select=a->>-7x", 7, "unexpected 'x' expecting digit, \"->\", \"::\", \".\", \",\" or end of input".to_owned()),
        (
            "select=a->(b",
            4,
            "unexpected \"(\" expecting \"-\", digit or any non reserved character different from: .,>()".to_owned(),
        ),
    ] {
        let (message, actual) = failure(query);
        assert_eq!(actual, details, "{query}");
        assert!(message.ends_with(&format!("(line 1, column {column})")), "{query}: {message}");
    }
}

#[test]
fn ignores_input_after_a_complete_parameter() {
    let params = read("or=(a.eq.1))&select=a,b)c&id=in.(1,2)x&on_conflict=a,b!");
    assert_eq!((params.logic.len(), params.select.len(), params.filters.len()), (1, 2, 1));
    assert_eq!(params.on_conflict.unwrap(), ["a", "b"]);
    assert_eq!(read("id=eq.1;limit=2").ranges.len(), 1);
}

#[test]
fn a_function_called_with_get_takes_parameters_that_are_not_filters_as_arguments() {
    let params = QueryParams::parse("a=1&b=eq.2", true).unwrap();
    assert_eq!(params.arguments, [("a".to_owned(), "1".to_owned())]);
    assert_eq!(params.filters.len(), 1);
}

#[test]
fn rejects_too_many_parameters_too_deep_values_and_nul() {
    assert!(QueryParams::parse(&format!("a=eq.{}", "[".repeat(1001)), true).is_err());
    assert!(QueryParams::parse(&format!("a=eq.{}", "[]".repeat(1001)), true).is_ok());
    assert!(QueryParams::parse(&"a=eq.1&".repeat(501), false).is_err());
    assert!(QueryParams::parse("a=eq.%00", false).is_err());
}

#[test]
fn ignores_limits_and_offsets_that_are_not_numbers() {
    assert!(read("limit=ten&offset=").ranges.is_empty());
}
