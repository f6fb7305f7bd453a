-- Drops the functions of the stand-in for pgjwt, in whatever schema they are. Functions of the project with the same names
-- have other arguments, and stay.
do $$
declare
  found_function regprocedure;
begin
  for found_function in
    select distinct existing
    from pg_proc as marker,
      unnest(array[
        'url_encode(bytea)', 'url_decode(text)', 'sign(json, text, text)', 'try_cast_double(text)',
        'verify(text, text, text)', 'algorithm_sign(text, text, text)'
      ]) as signature,
      to_regprocedure(format('%s.%s', marker.pronamespace::regnamespace, signature)) as existing
    where marker.proname = 'algorithm_sign' and existing is not null
  loop
    execute format('drop function %s', found_function);
  end loop;
end
$$;
