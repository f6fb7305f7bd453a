-- Drops the stand-in for http, in whatever schema it is. Functions that take or return its types go with the types.
do $$
declare
  place text;
  signature text;
begin
  for place in
    select typnamespace::regnamespace from pg_type where typname = 'http_request' and typtype = 'c'
  loop
    foreach signature in array array[
      '_http_send(text, text)', 'http_list_curlopt()', 'http_set_curlopt(varchar, varchar)', 'http_reset_curlopt()',
      'urlencode(varchar)', 'urlencode(bytea)', 'urlencode(jsonb)', 'text_to_bytea(text)', 'bytea_to_text(bytea)'
    ] loop
      execute format('drop function if exists %s.%s', place, signature);
    end loop;
    execute format(
      'drop type %1$s.http_request, %1$s.http_response, %1$s.http_header, %1$s.content_type, %1$s.http_method cascade',
      place
    );
  end loop;
end
$$;
