-- Primary, unique and foreign keys with their columns as numbers.
select conname, contype, conrelid, to_json(conkey)::text, confrelid, to_json(confkey)::text
from pg_catalog.pg_constraint
where conrelid >= 16384 and contype in ('p', 'u', 'f') and conparentid = 0
