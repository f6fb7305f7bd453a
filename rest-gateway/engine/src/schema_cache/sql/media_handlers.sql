-- Aggregates of the schemas $1 that make one document of the rows of a relation, or of any rows: the domain that they
-- return is named after the media type. Besides, without a media type, PostGIS' function that makes GeoJSON of a row.
select handler from (
  select json_build_object(
    'schema', n.nspname,
    'name', p.proname,
    'relation', case when row_type.typrelid <> 0 then json_build_array(rn.nspname, row_type.typname) end,
    'media_type', declared.typname
  )::text as handler, p.oid
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_type declared on declared.oid = p.prorettype
  join pg_catalog.pg_type row_type on row_type.oid = p.proargtypes[0]
  join pg_catalog.pg_namespace rn on rn.oid = row_type.typnamespace
  left join pg_catalog.pg_class relation on relation.oid = row_type.typrelid
  where p.prokind = 'a'
    and p.pronargs = 1
    and n.nspname = any ($1::text[])
    and declared.typtype = 'd'
    and (declared.typname = '*/*' or declared.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$')
    and (row_type.oid = 'anyelement'::regtype or relation.relkind in ('r', 'v', 'm', 'f', 'p'))
  union all
  select json_build_object('schema', n.nspname, 'name', p.proname)::text, p.oid
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where p.proname = 'st_asgeojson'
    and p.proargtypes[0] = 'record'::regtype
    and p.pronargs - p.pronargdefaults = 1
) handlers
order by oid
