-- Domains with their base types, which may be domains as well.
select
  d.oid, d.typnotnull, pg_catalog.pg_get_expr(d.typdefaultbin, 0),
  base.oid, pg_catalog.format_type(base.oid, null), n.nspname, base.typname, base.typtype
from pg_catalog.pg_type d
join pg_catalog.pg_type base on base.oid = d.typbasetype
join pg_catalog.pg_namespace n on n.oid = base.typnamespace
where d.typtype = 'd'
