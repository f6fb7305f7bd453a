-- Triggers that people made, and whether each speaks when the write has given its row: neither before it nor instead.
select tgrelid, tgtype & 66 = 0
from pg_catalog.pg_trigger
where not tgisinternal
