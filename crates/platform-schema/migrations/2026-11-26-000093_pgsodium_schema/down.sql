-- The extension itself stays.
do $$
begin
  if not exists (select from pg_extension where extname = 'pgsodium') then
    drop schema pgsodium;
  end if;
end
$$;
