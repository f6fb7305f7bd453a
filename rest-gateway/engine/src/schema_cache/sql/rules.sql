-- Rewrite rules. The `_RETURN` rule of a view holds the query tree of the view.
select ev_class, case when rulename = '_RETURN' then ev_action::text end
from pg_catalog.pg_rewrite
where ev_class >= 16384
