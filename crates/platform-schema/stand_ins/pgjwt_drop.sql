-- Drops the functions of the stand-in for pgjwt, in whatever schema they are.
do $$
declare
  dropped regprocedure;
begin
  for dropped in
    select pg_proc.oid from pg_proc
    join pg_proc as marker on marker.pronamespace = pg_proc.pronamespace and marker.proname = 'algorithm_sign'
    where pg_proc.proname in ('url_encode', 'url_decode', 'algorithm_sign', 'sign', 'try_cast_double', 'verify')
  loop
    execute format('drop function %s', dropped);
  end loop;
end
$$;
