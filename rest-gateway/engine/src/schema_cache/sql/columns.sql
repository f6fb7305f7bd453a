-- The columns of every relation outside the system schemas. Those of schemas that are not exposed only identify keys and the
-- columns of views, so their types and defaults, which take Postgres the most time, are left out. A default refers to no
-- column, so that Postgres can print it without loading its table.
select
  a.attrelid, a.attnum, a.attname, a.attnotnull, a.attgenerated <> '',
  a.atttypid,
  case when s.is_exposed then pg_catalog.format_type(a.atttypid, null) else '' end,
  case when s.is_exposed then pg_catalog.format_type(a.atttypid, a.atttypmod) else '' end,
  case when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4 end,
  case
    when not s.is_exposed then null
    when a.attidentity = 'd' then (
      select pg_catalog.format('nextval(%L)', sequence.objid::regclass)
      from pg_catalog.pg_depend sequence
      where sequence.classid = 'pg_catalog.pg_class'::regclass
        and sequence.refclassid = 'pg_catalog.pg_class'::regclass
        and sequence.refobjid = a.attrelid and sequence.refobjsubid = a.attnum
        and sequence.deptype = 'i'
    )
    when a.attgenerated = '' then pg_catalog.pg_get_expr(ad.adbin, 0)
  end
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
cross join lateral (select n.nspname = any ($1)) s (is_exposed)
join pg_catalog.pg_attribute a on a.attrelid = c.oid
left join pg_catalog.pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
where c.oid >= 16384
  and a.attrelid >= 16384
  and c.relkind in ('r', 'v', 'm', 'f', 'p')
  and not c.relispartition
  and a.attnum > 0 and not a.attisdropped
