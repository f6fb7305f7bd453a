-- Functions of the schemas $1 with their input parameters; $2 names the settings that are lifted to the transaction.
with recursive step as (
  select oid, typbasetype as base from pg_catalog.pg_type where typtype = 'd'
  union all
  select step.oid, b.typbasetype from step join pg_catalog.pg_type b on b.oid = step.base where b.typtype = 'd'
),
-- What each domain stands on in the end, for there are domains over domains.
domains as materialized (
  select step.oid, step.base from step join pg_catalog.pg_type b on b.oid = step.base where b.typtype <> 'd'
)
select json_build_object(
  'oid', p.oid::bigint,
  'schema', n.nspname,
  'name', p.proname,
  'description', pg_catalog.obj_description(p.oid, 'pg_proc'),
  'parameters', coalesce(args.parameters, '[]'),
  'returns_schema', rn.nspname,
  'returns', coalesce(rc.relname, rt.typname),
  'returns_set', p.proretset,
  'media_type', case when declared.typtype = 'd' and not p.proretset
    and (declared.typname = '*/*' or declared.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$') then declared.typname end,
  'returns_composite', rt.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false),
  'volatility', p.provolatile,
  'settings', coalesce(settings.pairs, '[]'),
  'isolation', settings.isolation
)::text
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_type declared on declared.oid = p.prorettype
left join domains on domains.oid = declared.oid
join pg_catalog.pg_type rt on rt.oid = coalesce(domains.base, declared.oid)
join pg_catalog.pg_namespace rn on rn.oid = rt.typnamespace
left join pg_catalog.pg_class rc on rc.oid = rt.typrelid and rt.typrelid <> 0
left join lateral (
  select
    json_agg(json_build_object(
      'name', coalesce(arg.name, ''),
      'type', pg_catalog.format_type(arg.type, null),
      'widest_type', case arg.type
        when 'bit'::regtype then 'bit varying'
        when 'bit[]'::regtype then 'bit varying[]'
        when 'bpchar'::regtype then 'character varying'
        when 'bpchar[]'::regtype then 'character varying[]'
        else pg_catalog.format_type(arg.type, null)
      end,
      'required', arg.position <= p.pronargs - p.pronargdefaults,
      'variadic', coalesce(arg.mode = 'v', false)
    ) order by arg.position) as parameters,
    count(*) - count(nullif(arg.name, '')) as unnamed
  from (
    select input.name, input.mode, input.type, row_number() over (order by input.place) as position
    from unnest(
      p.proargnames,
      coalesce(p.proallargtypes, p.proargtypes::oid[]),
      p.proargmodes
    ) with ordinality as input (name, type, mode, place)
    where input.type is not null and coalesce(input.mode, 'i') in ('i', 'b', 'v')
  ) arg
) args on true
left join lateral (
  select
    json_agg(json_build_array(split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1)))
      filter (where split_part(setting, '=', 1) = any ($2::text[])
        and split_part(setting, '=', 1) <> 'default_transaction_isolation') as pairs,
    max(substr(setting, strpos(setting, '=') + 1))
      filter (where split_part(setting, '=', 1) = 'default_transaction_isolation'
        and 'default_transaction_isolation' = any ($2::text[])) as isolation
  from unnest(p.proconfig) setting
) settings on true
where p.prokind = 'f'
  and n.nspname = any ($1::text[])
  and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  and (coalesce(args.unnamed, 0) = 0 or (args.unnamed = 1 and p.pronargs = 1 and p.proargtypes[0] in (
    'bytea'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'xml'::regtype)))
order by n.nspname, p.proname, p.pronargs, args.parameters::text
