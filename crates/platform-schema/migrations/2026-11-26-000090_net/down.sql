-- The extension itself stays.
do $$
begin
  if not exists (select from pg_extension where extname = 'pg_net') then
    drop schema net cascade;
  end if;
end
$$;
