-- The relations and functions of the schema $1 that the role of this transaction may use.
SELECT NULL::bigint, 0::bigint, json_build_object(
  'description', (SELECT obj_description(oid, 'pg_namespace') FROM pg_catalog.pg_namespace WHERE nspname = schema.name),
  'tables', (
    SELECT coalesce(json_agg(c.relname ORDER BY c.relname), '[]')
    FROM pg_catalog.pg_class c
    WHERE c.relnamespace = quote_ident(schema.name)::regnamespace AND c.relkind IN ('r', 'v', 'm', 'f', 'p') AND (
      pg_has_role(c.relowner, 'USAGE')
      OR has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
      OR has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE, REFERENCES')
    )
  ),
  'functions', (
    SELECT coalesce(json_agg(p.oid::bigint), '[]')
    FROM pg_catalog.pg_proc p
    WHERE p.pronamespace = quote_ident(schema.name)::regnamespace AND has_function_privilege(p.oid, 'EXECUTE')
  )
), nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), NULL, NULL
FROM (SELECT 
