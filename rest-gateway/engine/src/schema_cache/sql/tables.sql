-- Every relation outside the system's schemas, one JSON object a row. Relations of schemas that are not exposed count
-- too: exposed views stand on them.
with recursive step as (
  select oid, typbasetype as base from pg_catalog.pg_type where typtype = 'd'
  union all
  select step.oid, b.typbasetype from step join pg_catalog.pg_type b on b.oid = step.base where b.typtype = 'd'
),
-- What each domain stands on in the end, for there are domains over domains.
domains as materialized (
  select step.oid, step.base from step join pg_catalog.pg_type b on b.oid = step.base where b.typtype <> 'd'
),
relations as materialized (
  select c.oid, c.relname, c.relkind, c.relhasrules, n.nspname
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p')
    and not c.relispartition
    and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname !~ '^pg_(toast|temp)'
),
-- Each of these is gathered once for all relations: relation by relation costs several times as much.
primary_keys as (
  select con.conrelid, json_agg(a.attname order by key.position) as columns
  from pg_catalog.pg_constraint con
  cross join lateral unnest(con.conkey) with ordinality as key (attnum, position)
  join pg_catalog.pg_attribute a on a.attrelid = con.conrelid and a.attnum = key.attnum
  where con.contype = 'p' and con.conrelid in (select oid from relations)
  group by con.conrelid
),
columns as (
  select a.attrelid, json_agg(json_build_object(
    'attnum', a.attnum,
    'name', a.attname,
    'description', pg_catalog.col_description(a.attrelid, a.attnum),
    'nullable', not (a.attnotnull or t.typtype = 'd' and t.typnotnull),
    'type', pg_catalog.format_type(coalesce(domains.base, t.oid), null),
    'nominal_type', pg_catalog.format_type(a.atttypid, a.atttypmod),
    'max_length', case
      when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4
    end,
    'default', case
      when t.typbasetype <> 0 and ad.adbin is null then pg_catalog.pg_get_expr(t.typdefaultbin, 0)
      when a.attidentity = 'd' then pg_catalog.format('nextval(%L)', seq.objid::regclass)
      when a.attgenerated = '' then pg_catalog.pg_get_expr(ad.adbin, ad.adrelid)
    end,
    'enum', coalesce((
      select json_agg(e.enumlabel order by e.enumsortorder)
      from pg_catalog.pg_enum e
      where e.enumtypid = coalesce(domains.base, t.oid)
    ), '[]'),
    'casts', case when t.typtype = 'd' then (
      select json_object_agg(
        case when c.castsource = t.oid then 'to_json' when c.castsource = 'json'::regtype then 'from_json' else 'from_text' end,
        json_build_object('schema', fn.nspname, 'name', f.proname)
      )
      from pg_catalog.pg_cast c
      join pg_catalog.pg_proc f on f.oid = c.castfunc
      join pg_catalog.pg_namespace fn on fn.oid = f.pronamespace
      where c.castcontext = 'i' and c.castmethod = 'f' and pg_catalog.has_function_privilege(f.oid, 'execute')
        and (c.castsource = t.oid and c.casttarget = 'json'::regtype
          or c.casttarget = t.oid and c.castsource in ('json'::regtype, 'text'::regtype))
    ) end
  ) order by a.attnum) as columns
  from relations
  join pg_catalog.pg_attribute a on a.attrelid = relations.oid
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join domains on domains.oid = t.oid
  left join pg_catalog.pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
  left join pg_catalog.pg_depend seq
    on seq.refclassid = 'pg_catalog.pg_class'::regclass and seq.refobjid = a.attrelid
    and seq.refobjsubid = a.attnum and seq.deptype = 'i'
    and seq.classid = 'pg_catalog.pg_class'::regclass and a.attidentity <> ''
  where a.attnum > 0 and not a.attisdropped
  group by a.attrelid
)
select json_build_object(
  'oid', c.oid::bigint,
  'schema', c.nspname,
  'name', c.relname,
  'description', pg_catalog.obj_description(c.oid, 'pg_class'),
  'is_view', c.relkind in ('v', 'm'),
  'insertable', c.relkind in ('r', 'p') or updatable.events & 8 = 8,
  'updatable', c.relkind in ('r', 'p') or updatable.events & 4 = 4,
  'deletable', c.relkind in ('r', 'p') or updatable.events & 16 = 16,
  -- A rule makes a write something else, and a trigger after it speaks when the write has given its row.
  'writes_plainly', not exists (
    select from pg_catalog.pg_rewrite r where r.ev_class = c.oid and r.rulename <> '_RETURN'
  ) and not exists (
    select from pg_catalog.pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 66 = 0
  ),
  'writes_each_row', c.relkind = 'r' and not c.relhasrules and not exists (
    select from pg_catalog.pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
  ),
  'primary_key', coalesce(primary_keys.columns, '[]'),
  'columns', coalesce(columns.columns, '[]')
)::text
from relations c
cross join lateral (
  select case when c.relkind in ('v', 'f') then pg_catalog.pg_relation_is_updatable(c.oid, true) else 0 end as events
) updatable
left join primary_keys on primary_keys.conrelid = c.oid
left join columns on columns.attrelid = c.oid
order by c.nspname, c.relname
