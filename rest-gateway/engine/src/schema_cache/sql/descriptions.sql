-- Comments on relations, their columns, and functions.
select classoid = 'pg_catalog.pg_proc'::regclass, objoid, objsubid, description
from pg_catalog.pg_description
where objoid >= 16384
  and classoid in ('pg_catalog.pg_class'::regclass, 'pg_catalog.pg_proc'::regclass)
