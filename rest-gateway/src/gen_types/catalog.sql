-- The relations, types and functions of the schemas $1, as one JSON document in the shape of `catalog.rs`.
select jsonb_build_object(
  'relations', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'schema', n.nspname,
      'name', c.relname,
      'kind', c.relkind::text,
      'row_type', c.reltype::bigint,
      'insertable', pg_relation_is_updatable(c.oid, false) & 8 = 8,
      'updatable', pg_relation_is_updatable(c.oid, false) & 4 = 4,
      'columns', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', a.attname,
          'type', a.atttypid::bigint,
          'nullable', not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
          'has_default', a.atthasdef or a.attidentity <> '',
          'is_always_generated', a.attidentity = 'a' or a.attgenerated <> '',
          'is_writable', pg_column_is_updatable(c.oid, a.attnum, false)
        )), '[]')
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      )
    )), '[]')
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any ($1) and c.relkind in ('r', 'v', 'm', 'f', 'p')
  ),
  'types', (
    select jsonb_agg(jsonb_build_object(
      'oid', t.oid::bigint,
      'schema', n.nspname,
      'name', t.typname,
      'kind', t.typtype::text,
      'relation', case when c.relkind <> 'c' then c.relkind::text end,
      'element', case when t.typcategory = 'A' then t.typelem::bigint end,
      'base', nullif(t.typbasetype, 0)::bigint,
      'labels', (
        select coalesce(jsonb_agg(e.enumlabel order by e.enumsortorder), '[]') from pg_enum e where e.enumtypid = t.oid
      ),
      'attributes', (
        select coalesce(jsonb_agg(jsonb_build_object('name', a.attname, 'type', a.atttypid::bigint) order by a.attnum), '[]')
        from pg_attribute a
        where c.relkind = 'c' and a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      )
    ))
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    left join pg_class c on c.oid = t.typrelid
    where t.typtype <> 'c' or c.relkind in ('r', 'v', 'm', 'f', 'p', 'c') and n.nspname not in ('pg_catalog', 'information_schema')
  ),
  'functions', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'schema', n.nspname,
      'name', p.proname,
      'result', p.prorettype::bigint,
      'returns_set', p.proretset,
      'is_one_row', p.proretset and p.prorows = 1,
      'parameters', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'name', coalesce(p.proargnames[i], ''),
          'type', coalesce(p.proallargtypes[i], p.proargtypes[i - 1])::bigint,
          'mode', coalesce(p.proargmodes[i]::text, 'i')
        ) order by i), '[]')
        from generate_series(1, coalesce(cardinality(p.proallargtypes), p.pronargs)) i
      ),
      'defaults', p.pronargdefaults
    )), '[]')
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any ($1)
      and p.prokind = 'f'
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  )
)::text
