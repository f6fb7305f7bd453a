-- Every relation outside the system schemas, also of schemas that are not exposed, because exposed views may select from
-- them. The last column has a bit for each command that a view or a foreign table supports.
select
  c.oid, c.reltype, n.nspname, c.relname, c.relkind,
  case when c.relkind in ('v', 'f') then pg_catalog.pg_relation_is_updatable(c.oid, true) else 0 end
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'f', 'p')
  and not c.relispartition
  and c.relpersistence <> 't'
  and n.nspname not in ('pg_catalog', 'information_schema')
