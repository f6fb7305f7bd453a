use super::*;
use crate::moving::catalog::Session;
use crate::moving::words::Name;

/// A platform with a few objects.
fn catalog() -> Catalog {
    let session = Session { role: "postgres".into(), is_superuser: true, major_version: 15 };
    let mut catalog = Catalog::default();
    catalog.session = session;
    for (kind, schema, name, detail) in [
        ("schema", "auth", "", ""),
        ("schema", "public", "", ""),
        ("schema", "net", "", ""),
        ("relation", "auth", "users", ""),
        ("relation", "auth", "refresh_tokens_id_seq", ""),
        ("relation", "storage", "objects", ""),
        ("column", "auth", "users", "id"),
        ("column", "auth", "users", "email"),
        ("generated", "auth", "users", "confirmed_at"),
        ("policy", "storage", "objects", "Ours"),
        ("function", "auth", "uid", ""),
        ("available", "", "citext", ""),
        ("installed", "", "pgcrypto", ""),
        ("publication", "", "supabase_realtime", ""),
        ("setting", "", "statement_timeout", ""),
        ("role", "", "anon", ""),
        ("role", "", "authenticator", ""),
        ("role", "", "postgres", ""),
    ] {
        catalog.add(kind, Name { schema: schema.into(), name: name.into() }, detail.into());
    }
    catalog
}

fn omitted(statement: &str) -> String {
    match judge(statement, &catalog()) {
        Verdict::Omit(reason) => reason,
        verdict => panic!("{statement}: {verdict:?}"),
    }
}

#[test]
fn statements_about_objects_of_the_project_are_run() {
    for statement in [
        "CREATE TABLE public.todos (id bigint)",
        "CREATE TABLE IF NOT EXISTS \"public\".\"todos\" (id bigint)",
        "ALTER TABLE ONLY public.todos ADD CONSTRAINT fk FOREIGN KEY (u) REFERENCES auth.users(id)",
        "ALTER TABLE \"public\".\"todos\" OWNER TO \"postgres\"",
        "CREATE TRIGGER on_auth_user_created AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION public.handle_new_user()",
        "CREATE TRIGGER hook AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION supabase_functions.http_request('x')",
        "CREATE POLICY \"Anyone reads\" ON storage.objects FOR SELECT USING (true)",
        "COMMENT ON POLICY \"Anyone reads\" ON storage.objects IS 'x'",
        "ALTER PUBLICATION \"supabase_realtime\" ADD TABLE ONLY \"public\".\"todos\"",
        "CREATE PUBLICATION mine",
        "GRANT ALL ON TABLE \"public\".\"todos\" TO \"anon\"",
        "GRANT USAGE ON SCHEMA public TO anon",
        "CREATE SCHEMA IF NOT EXISTS shop",
        "CREATE SCHEMA supabase_migrations",
        "SET statement_timeout = 0",
        "SET app.mode = 'x'",
        "SELECT pg_catalog.setval('\"auth\".\"refresh_tokens_id_seq\"', 8, true)",
        "SELECT pg_catalog.set_config('search_path', '', false)",
        "CREATE ROLE \"chef\"",
        "ALTER ROLE \"anon\" SET \"statement_timeout\" TO '9s'",
        "CREATE EVENT TRIGGER mine ON ddl_command_end EXECUTE FUNCTION public.note()",
        "ALTER DEFAULT PRIVILEGES FOR ROLE \"postgres\" IN SCHEMA \"public\" GRANT ALL ON TABLES TO \"anon\"",
    ] {
        assert_eq!(judge(statement, &catalog()), Verdict::Run, "{statement}");
    }
}

#[test]
fn statements_about_objects_of_the_platform_are_not_needed() {
    for statement in [
        "CREATE SCHEMA auth",
        "CREATE SCHEMA \"graphql\"",
        "ALTER SCHEMA auth OWNER TO supabase_admin",
        "CREATE TABLE auth.users (id uuid)",
        "ALTER TABLE auth.users OWNER TO supabase_auth_admin",
        "ALTER TABLE ONLY auth.users ADD CONSTRAINT users_pkey PRIMARY KEY (id)",
        "CREATE OR REPLACE FUNCTION \"auth\".\"uid\"() RETURNS uuid LANGUAGE sql AS $$ select 1; $$",
        "COMMENT ON TABLE auth.users IS 'x'",
        "COMMENT ON COLUMN auth.users.id IS 'x'",
        "COMMENT ON EXTENSION pgcrypto IS 'x'",
        "CREATE EXTENSION IF NOT EXISTS pgcrypto WITH SCHEMA extensions",
        "CREATE TRIGGER protect BEFORE DELETE ON storage.objects FOR EACH STATEMENT EXECUTE FUNCTION storage.protect_delete()",
        "CREATE POLICY \"Ours\" ON \"storage\".\"objects\" USING (true)",
        "CREATE PUBLICATION supabase_realtime WITH (publish = 'insert')",
        "ALTER PUBLICATION supabase_realtime OWNER TO postgres",
        "CREATE EVENT TRIGGER issue_pg_net_access ON ddl_command_end EXECUTE FUNCTION extensions.grant_pg_net_access()",
        "GRANT USAGE ON SCHEMA auth TO anon",
        "GRANT ALL ON FUNCTION auth.uid() TO dashboard_user",
        "ALTER DEFAULT PRIVILEGES FOR ROLE supabase_admin IN SCHEMA public GRANT ALL ON TABLES TO anon",
        "ALTER ROLE postgres WITH NOSUPERUSER",
        "ALTER ROLE supabase_admin SET search_path TO x",
        "CREATE ROLE anon",
        "SET session_replication_role = replica",
        "RESET ALL",
        "BEGIN",
        "COMMIT",
        "GRANT anon TO authenticator",
    ] {
        assert_eq!(judge(statement, &catalog()), Verdict::NotNeeded, "{statement}");
    }
}

#[test]
fn a_role_without_superuser_privileges_stays_the_owner() {
    let mut catalog = catalog();
    catalog.session.is_superuser = false;
    for role in ["postgres", "supabase_admin"] {
        let statement = format!("ALTER TABLE public.todos OWNER TO {role}");
        assert_eq!(judge(&statement, &catalog), Verdict::NotNeeded, "{statement}");
    }
    assert_eq!(judge("ALTER TABLE public.todos OWNER TO chef", &catalog), Verdict::Run);
}

#[test]
fn omitted_statements_have_a_reason() {
    for (statement, reason) in [
        ("SET transaction_timeout = 0", "no setting `transaction_timeout`"),
        ("CREATE EXTENSION IF NOT EXISTS pg_net WITH SCHEMA extensions", "own schema `net`"),
        ("CREATE EXTENSION postgis", "not installed"),
        ("CREATE TABLE auth.newer (id uuid)", "no such table"),
        ("CREATE FUNCTION auth.mine() RETURNS int LANGUAGE sql AS 'select 1'", "no such function"),
        ("CREATE INDEX mine ON auth.users USING btree (email)", "indexes of auth.users"),
        ("CREATE POLICY p ON realtime.newer USING (true)", "no table realtime.newer"),
        ("GRANT ALL ON TABLE public.todos TO dashboard_user", "no role `dashboard_user`"),
        ("ALTER TABLE public.todos OWNER TO supabase_admin", "no role `supabase_admin`"),
        ("ALTER DATABASE postgres SET x TO y", "not part of a project"),
        ("SECURITY LABEL FOR pgsodium ON COLUMN public.a.b IS 'x'", "extensions"),
        ("DROP TABLE public.todos", "drops nothing"),
        ("CREATE DATABASE postgres", "one database"),
    ] {
        assert!(omitted(statement).contains(reason), "{statement}: {}", omitted(statement));
    }
}

#[test]
fn some_statements_are_rewritten() {
    for (schema, expected) in [
        (
            "extensions",
            "CREATE SCHEMA IF NOT EXISTS \"extensions\"; CREATE EXTENSION IF NOT EXISTS \"citext\" WITH SCHEMA \"extensions\"",
        ),
        ("public", "CREATE EXTENSION IF NOT EXISTS \"citext\" WITH SCHEMA \"public\""),
    ] {
        let statement = format!("CREATE EXTENSION IF NOT EXISTS \"citext\" WITH SCHEMA \"{schema}\"");
        assert_eq!(judge(&statement, &catalog()), Verdict::Extend(expected.to_owned()), "{statement}");
    }
    for (statement, expected) in [
        (
            "GRANT \"chef\" TO \"authenticator\" WITH INHERIT FALSE GRANTED BY \"postgres\"",
            "GRANT \"chef\" TO \"authenticator\" ",
        ),
        ("ALTER ROLE chef WITH NOSUPERUSER INHERIT NOCREATEDB NOREPLICATION", "ALTER ROLE chef WITH INHERIT"),
    ] {
        assert_eq!(judge(statement, &catalog()), Verdict::Rewrite(expected.to_owned()), "{statement}");
    }
}

fn rows(statement: &str) -> Rows {
    match judge(statement, &catalog()) {
        Verdict::Rows(rows) => rows,
        verdict => panic!("{statement}: {verdict:?}"),
    }
}

#[test]
fn rows_go_to_the_columns_that_a_table_has() {
    let found = rows("COPY auth.users (id, email, confirmed_at, newer) FROM stdin");
    assert_eq!((found.missing.join(","), found.action), ("confirmed_at,newer".to_owned(), RowAction::Load));
    let found = rows("INSERT INTO \"public\".\"todos\" (\"id\") VALUES\n\t(1)");
    let source = RowSource::Statement { length: 11 };
    assert_eq!((found.target(), found.source), ("\"public\".\"todos\" (\"id\")".to_owned(), source));
    let found = rows("COPY public.todos (id) FROM stdin WITH (FORMAT csv, HEADER)");
    assert_eq!(found.source, RowSource::Following { options: "WITH (FORMAT csv, HEADER)".to_owned() });
    assert_eq!(rows("COPY auth.schema_migrations (version) FROM stdin").action, RowAction::Ignore);
    for table in ["auth.newer", "vault.secrets", "net.http_request_queue", "realtime.messages"] {
        assert!(
            matches!(rows(&format!("COPY {table} (id) FROM stdin")).action, RowAction::Omit(_)),
            "{table}"
        );
    }
}

#[test]
fn rows_of_a_queue_create_it() {
    let mut catalog = catalog();
    let rows = |name: &str, catalog: &Catalog| match judge(
        &format!("COPY pgmq.{name} (msg_id) FROM stdin"),
        catalog,
    ) {
        Verdict::Rows(rows) => (rows.action, rows.missing),
        verdict => panic!("{name}: {verdict:?}"),
    };
    assert!(matches!(rows("q_jobs", &catalog).0, RowAction::Omit(_)), "without the extension");
    let mut add = |kind: &str, name: &str, part: &str| {
        catalog.add(kind, Name { schema: "pgmq".into(), name: name.into() }, part.into());
    };
    add("relation", "meta", "");
    add("relation", "a_jobs", "");
    add("column", "a_jobs", "msg_id");
    assert_eq!(rows("q_jobs", &catalog), (RowAction::LoadIntoQueue("jobs".into()), Vec::new()));
    assert_eq!(rows("a_jobs", &catalog), (RowAction::Load, Vec::new()));
    assert_eq!(rows("meta", &catalog), (RowAction::CreateQueues, Vec::new()));
    let create = "SELECT pgmq.create('jobs')";
    assert_eq!(judge(create, &catalog), Verdict::Extend(create.to_owned()));
}

#[test]
fn a_script_takes_the_place_of_an_extension_with_a_stand_in() {
    let Verdict::Extend(script) =
        judge("CREATE EXTENSION IF NOT EXISTS pg_cron WITH SCHEMA pg_catalog", &catalog())
    else {
        panic!("it is run");
    };
    assert!(script.contains("create table cron.job"), "{script}");
}
