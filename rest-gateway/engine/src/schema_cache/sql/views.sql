-- The query that each view stands for, as Postgres keeps it.
select json_build_object('oid', c.oid::bigint, 'query', r.ev_action::text)::text
from pg_catalog.pg_rewrite r
join pg_catalog.pg_class c on c.oid = r.ev_class
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('v', 'm') and r.rulename = '_RETURN'
  and n.nspname not in ('pg_catalog', 'information_schema')
