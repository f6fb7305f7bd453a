-- User-created triggers, and whether each is an AFTER trigger: neither BEFORE nor INSTEAD OF.
select tgrelid, tgtype & 66 = 0
from pg_catalog.pg_trigger
where not tgisinternal
