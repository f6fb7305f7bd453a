-- Rate limits of registrations and logins, stored here so that all copies of the service share them. The algorithm is
-- the generic cell rate algorithm (GCRA): a row for each address, account, or pair of both holds the time at which its
-- allowance is full again. A row whose time has passed carries no information and is deleted. The table is unlogged, so
-- that no attempt waits for the disk; after a crash of Postgres every allowance is full.
create unlogged table auth.rate_limits (
  key bytea primary key,
  full_at timestamptz not null
);
comment on table auth.rate_limits is 'Allowances for registrations and logins. A key is a SHA-256 digest: no address or e-mail is kept.';
create index rate_limits_full_at_idx on auth.rate_limits (full_at);

-- Charges an attempt to all keys or to none. Returns the seconds to wait, or 0 when the attempt was charged. The
-- allowance of `keys[i]` is `bursts[i]` seconds, of which an attempt costs `costs[i]`.
create function auth.take_attempt(keys text[], costs double precision[], bursts double precision[])
returns double precision
language plpgsql set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  seconds double precision;
begin
  -- Rows are locked in the order of their keys, so that two attempts never wait for each other.
  insert into auth.rate_limits (key, full_at)
  select sha256(convert_to(wanted.key, 'UTF8')), moment from unnest(keys) as wanted (key) order by 1
  on conflict do nothing;
  perform from auth.rate_limits
  where key = any (array(select sha256(convert_to(wanted.key, 'UTF8')) from unnest(keys) as wanted (key)))
  order by key for update;

  select max(extract(epoch from greatest(coalesce(allowance.full_at, moment), moment) - moment)
    + wanted.cost - wanted.burst)
  into seconds
  from unnest(keys, costs, bursts) as wanted (key, cost, burst)
  left join auth.rate_limits as allowance on allowance.key = sha256(convert_to(wanted.key, 'UTF8'));
  -- Rounding of the division must not cost the last attempt of a burst.
  if seconds < 0.0001 then
    seconds := 0;
    insert into auth.rate_limits as allowance (key, full_at)
    select sha256(convert_to(wanted.key, 'UTF8')), moment + make_interval(secs => wanted.cost)
    from unnest(keys, costs) as wanted (key, cost) order by 1
    on conflict (key) do update set full_at = greatest(allowance.full_at, moment) + (excluded.full_at - moment);
  end if;

  -- Each attempt adds a row per key and removes more than that, so the table stays as small as the attempts are few.
  -- Last, and past rows that others hold: an attempt that holds its own rows waits for nobody.
  delete from auth.rate_limits where key in (
    select key from auth.rate_limits where full_at < moment order by full_at limit 20 for update skip locked
  );
  return seconds;
end
$$;

-- Refunds what `take_attempt` charged, for a successful attempt.
create function auth.give_back_attempt(keys text[], costs double precision[]) returns void
language sql set search_path = ''
as $$
  with owed as (
    select allowance.key, wanted.cost
    from unnest(keys, costs) as wanted (key, cost)
    join auth.rate_limits as allowance on allowance.key = sha256(convert_to(wanted.key, 'UTF8'))
    order by allowance.key for update of allowance
  )
  update auth.rate_limits as allowance set full_at = allowance.full_at - make_interval(secs => owed.cost)
  from owed where owed.key = allowance.key
$$;

alter table auth.rate_limits owner to supabase_auth_admin;
alter table auth.rate_limits enable row level security;
alter function auth.take_attempt(text[], double precision[], double precision[]) owner to supabase_auth_admin;
alter function auth.give_back_attempt(text[], double precision[]) owner to supabase_auth_admin;
