-- Functions from a row of one relation to rows of another.
select json_build_object(
  'function_schema', fn.nspname,
  'function', p.proname,
  'table', arg.typrelid::bigint,
  'foreign_table', ret.typrelid::bigint,
  'single', not p.proretset or p.prorows = 1
)::text
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace fn on fn.oid = p.pronamespace
join pg_catalog.pg_type arg on arg.oid = p.proargtypes[0]
join pg_catalog.pg_type ret on ret.oid = p.prorettype
where p.pronargs = 1 and p.prokind = 'f'
  and arg.typtype = 'c' and ret.typtype = 'c'
  and fn.nspname not in ('pg_catalog', 'information_schema')
