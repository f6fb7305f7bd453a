select
  a.attrelid, a.attnum, a.attname, a.attnotnull, a.attgenerated <> '',
  a.atttypid,
  pg_catalog.format_type(a.atttypid, null),
  pg_catalog.format_type(a.atttypid, a.atttypmod),
  case when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4 end,
  case
    when a.attidentity = 'd' then (
      select pg_catalog.format('nextval(%L)', sequence.objid::regclass)
      from pg_catalog.pg_depend sequence
      where sequence.classid = 'pg_catalog.pg_class'::regclass
        and sequence.refclassid = 'pg_catalog.pg_class'::regclass
        and sequence.refobjid = a.attrelid and sequence.refobjsubid = a.attnum
        and sequence.deptype = 'i'
    )
    when a.attgenerated = '' then pg_catalog.pg_get_expr(ad.adbin, ad.adrelid)
  end
from pg_catalog.pg_class c
join pg_catalog.pg_attribute a on a.attrelid = c.oid
left join pg_catalog.pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
where c.oid >= 16384
  and c.relkind in ('r', 'v', 'm', 'f', 'p')
  and not c.relispartition
  and a.attnum > 0 and not a.attisdropped
