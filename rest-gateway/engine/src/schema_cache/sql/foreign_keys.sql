-- Foreign keys with their columns as numbers, and whether the referring columns are unique themselves.
select json_build_object(
  'name', con.conname,
  'table', con.conrelid::bigint,
  'columns', to_json(con.conkey),
  'foreign_table', con.confrelid::bigint,
  'foreign_columns', to_json(con.confkey),
  'unique', exists (
    select from pg_catalog.pg_constraint key
    where key.conrelid = con.conrelid and key.contype in ('p', 'u')
      and key.conkey @> con.conkey and key.conkey <@ con.conkey
  )
)::text
from pg_catalog.pg_constraint con
where con.contype = 'f' and con.conparentid = 0
order by con.conrelid, con.conname
