//! `test db` and `test new`. The tests define the functions of pgTAP that they call, because not every server has it.

use crate::project::{CONFIG, project, run, run_in};
use std::fs;

/// The functions of pgTAP that the tests call.
const TAP: &str = "
    create function tap_plan(n int) returns text language sql as $$ select '1..' || n $$;
    create function tap_is(n int, have text, want text) returns setof text language plpgsql as $$
    begin
      if have is not distinct from want then return next 'ok ' || n; return; end if;
      return next 'not ok ' || n;
      return next format(E'# Failed test %s\\n#   have: %s\\n#   want: %s', n, have, want);
    end $$;";

const PASSING: &str = "\\set QUIET 1\nbegin;\nselect tap_plan(2);\ncreate table of_test (id int);\n\
                       select tap_is(1, 'a', 'a');\nselect tap_is(2, to_regclass('of_test')::text, 'of_test');\nrollback;\n";

#[tokio::test(flavor = "multi_thread")]
async fn the_outcome_of_each_file_is_printed() {
    let place = project(&[
        ("config.toml", CONFIG),
        ("migrations/1_tap.sql", TAP),
        ("tests/passing_test.sql", PASSING),
    ]);
    let stack = place.start();
    let passed = run(&place, &["test", "db"]);
    assert!(passed.is_ok, "{}", passed.text());
    assert!(passed.output.contains("supabase/tests/passing_test.sql .. ok, 2 tests"), "{}", passed.output);
    assert!(passed.output.ends_with("All 2 tests of 1 files have passed\n"), "{}", passed.output);
    assert_eq!(stack.query("select to_regclass('of_test') is null").await.unwrap(), "t");

    let tests = place.path().join("supabase/tests");
    fs::create_dir(tests.join("deep")).unwrap();
    let failing = "select tap_plan(2); select tap_is(1, 'rain', 'sun'); select 1 / 0;";
    fs::write(tests.join("deep/failing.sql"), failing).unwrap();
    let failed = run(&place, &["test", "db"]);
    assert!(!failed.is_ok, "{}", failed.output);
    for line in [
        "deep/failing.sql .. failed",
        "not ok 1",
        "#   want: sun",
        "division by zero (22012)",
        "1 of 2 files",
    ] {
        assert!(failed.output.contains(line), "{line}: {}", failed.output);
    }
    let one = run(&place, &["test", "db", "supabase/tests/passing_test.sql"]);
    assert!(one.is_ok, "a named file alone: {}", one.text());

    fs::write(tests.join("other.sql"), "\\i setup.sql\n").unwrap();
    let psql = run(&place, &["test", "db"]);
    assert!(psql.error.contains("other.sql:1: `\\i` is a command of psql"), "{}", psql.error);
}

#[test]
fn a_new_test_has_a_plan() {
    let place = project(&[("config.toml", CONFIG)]);
    let none = run_in(place.path(), &["test", "db", "--db-url", "postgres://nobody@127.0.0.1:1/x"]);
    assert!(none.error.contains("supabase/tests"), "{}", none.error);
    let created = run_in(place.path(), &["test", "new", "todos"]);
    assert_eq!(created.output, "Created supabase/tests/todos_test.sql\n", "{}", created.error);
    assert!(
        fs::read_to_string(place.path().join("supabase/tests/todos_test.sql")).unwrap().contains("plan(1)")
    );
    assert!(!run_in(place.path(), &["test", "new", "todos"]).is_ok, "a file is not replaced");
    assert!(!run_in(place.path(), &["test", "new", "../todos"]).is_ok);
}
