-- The rule by which a view gives its rows holds the query that it stands for, as Postgres keeps it.
select ev_class, case when rulename = '_RETURN' then ev_action::text end
from pg_catalog.pg_rewrite
where ev_class >= 16384
