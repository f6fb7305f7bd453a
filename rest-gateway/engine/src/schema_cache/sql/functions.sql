-- The functions and single-parameter aggregates of the schemas $1; of other schemas, the candidates for computed
-- relationships and PostGIS' function that converts a row to GeoJSON.
select
  p.oid, n.nspname, p.proname, p.prokind = 'a', p.provolatile,
  p.proretset, p.proretset and p.prorows <> 1,
  result.oid, result_schema.nspname, result.typname, result.typtype,
  p.pronargs, p.pronargdefaults, p.proargtypes[0],
  to_json(array(
    select pg_catalog.format_type(parameter.type, null)
    from unnest(coalesce(p.proallargtypes, p.proargtypes)) with ordinality parameter (type, position)
    order by parameter.position
  ))::text,
  to_json(p.proargnames)::text,
  to_json(p.proargmodes::text[])::text,
  to_json(p.proconfig)::text
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_type result on result.oid = p.prorettype
join pg_catalog.pg_namespace result_schema on result_schema.oid = result.typnamespace
where p.oid >= 16384
  and (p.prokind = 'f' or p.prokind = 'a' and p.pronargs = 1)
  and result.oid not in ('trigger'::regtype, 'event_trigger'::regtype)
  and (n.nspname = any ($1) or p.pronargs = 1 and result.typtype = 'c' or p.proname = 'st_asgeojson')
order by p.oid
