-- Functions that accept a row of any type, except those of the exposed schemas $1.
select distinct p.proname::text
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where p.pronargs >= 1
  and p.pronargs - p.pronargdefaults <= 1
  and p.proargtypes[0] = any (array[
    'record', '"any"', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray'
  ]::pg_catalog.regtype[])
  and (p.oid < 16384 or n.nspname <> all ($1))
