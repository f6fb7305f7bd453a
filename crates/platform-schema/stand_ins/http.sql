-- Stand-in for the extension http (pgsql-http), in @extschema@: requests whose response the transaction waits for. Names,
-- arguments and types are those of version 1.7. The Postgres that a stack starts hands them to the gateway by dblink. On
-- any other server `http` fails and names the package of the extension.
create domain @extschema@.http_method as text;
create domain @extschema@.content_type as text check (value ~ '^\S+\/\S+');
create type @extschema@.http_header as (field varchar, value varchar);
create type @extschema@.http_response as (
  status integer, content_type varchar, headers @extschema@.http_header[], content varchar
);
create type @extschema@.http_request as (
  method @extschema@.http_method,
  uri varchar,
  headers @extschema@.http_header[],
  content_type varchar,
  content varchar
);

-- Only `http` may call this, because it has the rights of the owner.
do $$
begin
  if (select rolsuper from pg_catalog.pg_roles where rolname = current_user)
    and exists (select from pg_catalog.pg_available_extensions where name = 'dblink')
  then
    create function @extschema@._http_send(connection text, request text) returns setof record
    language c as '$libdir/dblink', 'dblink_record';
    revoke all on function @extschema@._http_send(text, text) from public, anon, authenticated, service_role;
  end if;
end
$$;

create function @extschema@.http(request @extschema@.http_request) returns @extschema@.http_response
language plpgsql security definer set search_path = ''
as $f$
declare
  unsupported constant text[] := array[
    'cainfo', 'dns_servers', 'pre_proxy', 'proxy', 'proxypassword', 'proxyport', 'proxyusername', 'proxyuserpwd',
    'proxy_tlsauth_password', 'proxy_tlsauth_type', 'proxy_tlsauth_username', 'sslcert', 'sslcert_blob', 'sslcerttype',
    'sslkey', 'sslkey_blob', 'ssl_verifyhost', 'ssl_verifypeer', 'tlsauth_password', 'tlsauth_type', 'tlsauth_username',
    'userpwd'
  ];
  max_bytes constant int := 8388000;
  max_timeout constant int := 300000;
  option text;
  port text;
  sent text;
  answer jsonb;
  -- As in curl, 0 is no timeout, which is here the longest one.
  timeout constant numeric := coalesce(nullif(coalesce(
    nullif(current_setting('http.curlopt_timeout_ms', true), '')::numeric,
    nullif(current_setting('http.curlopt_timeout', true), '')::numeric * 1000,
    nullif(current_setting('http.timeout_msec', true), '')::numeric,
    5000
  ), 0), max_timeout);
begin
  if request.uri is null then
    raise exception 'http_request.uri is NULL';
  elsif request.method is null then
    raise exception 'http_request.method is NULL';
  elsif request.content is not null and request.content_type is null then
    raise exception 'http_request.content_type is NULL';
  end if;
  foreach option in array unsupported loop
    if nullif(current_setting('http.curlopt_' || option, true), '') is not null then
      raise exception 'the stand-in for the extension http does not support http.curlopt_%', option
        using errcode = 'feature_not_supported';
    end if;
  end loop;

  -- Only superusers can change this setting. A setting of the session could lead elsewhere.
  select substr(setting, length('extension_workers.http_port=') + 1) into port
  from pg_db_role_setting, unnest(setconfig) as setting
  where setdatabase = 0
    and setrole = (select oid from pg_roles where rolname = 'supabase_admin')
    and setting like 'extension\_workers.http\_port=%';
  if port is null or to_regprocedure('@extschema@._http_send(text, text)') is null then
    raise exception 'the extension http is not installed on this server, and its stand-in sends no requests here'
      using errcode = 'feature_not_supported',
        hint = format(
          'The package postgresql-%s-http of Debian or apt.postgresql.org brings the extension. The stand-in works on the '
            'Postgres that the stack starts by itself.',
          current_setting('server_version_num')::int / 10000
        );
  end if;

  sent := jsonb_build_object(
    'method', request.method,
    'uri', request.uri,
    'headers', (
      select jsonb_build_array(jsonb_build_array(
          'user-agent', coalesce(nullif(current_setting('http.curlopt_useragent', true), ''), 'http (rest-gateway)')
        ))
        || coalesce(jsonb_agg(jsonb_build_array(field, coalesce(value, ''))) filter (where field is not null), '[]')
        || case when request.content is null then '[]'
          else jsonb_build_array(jsonb_build_array('content-type', request.content_type)) end
      from unnest(request.headers)
    ),
    'content', request.content,
    'timeout_ms', least(timeout, max_timeout)::int
  )::text;
  if octet_length(sent) > max_bytes then
    raise exception 'the request is larger than % bytes', max_bytes;
  end if;
  select response::jsonb into answer
  from @extschema@._http_send(
    format(
      'hostaddr=127.0.0.1 port=%s user=http dbname=http connect_timeout=5 sslmode=disable gssencmode=disable',
      quote_literal(port)
    ),
    sent
  ) as result (response text);
  if answer ? 'error' then
    raise exception '%', answer ->> 'error' using errcode = 'internal_error';
  end if;
  return row(
    (answer ->> 'status')::integer,
    answer ->> 'content_type',
    array(
      select row(header ->> 0, header ->> 1)::@extschema@.http_header
      from jsonb_array_elements(answer -> 'headers') with ordinality as listed (header, position)
      order by position
    ),
    answer ->> 'content'
  )::@extschema@.http_response;
end
$f$;

create function @extschema@.http_header(field varchar, value varchar) returns @extschema@.http_header
language sql
as $f$ select $1, $2 $f$;

create function @extschema@.http_headers(variadic args text[]) returns @extschema@.http_header[]
language plpgsql immutable strict
as $f$
begin
  if cardinality(args) % 2 <> 0 then
    raise exception 'Arguments must be provided in key-value pairs';
  end if;
  return array(
    select row(args[index], args[index + 1])::@extschema@.http_header
    from generate_series(1, cardinality(args), 2) as index
    order by index
  );
end
$f$;

create function @extschema@.urlencode(string bytea) returns text
language sql immutable strict
as $f$
  select coalesce(string_agg(
    case
      when byte between 48 and 57 or byte between 65 and 90 or byte between 97 and 122 or byte in (45, 46, 95, 126)
        then chr(byte)
      when byte = 32 then '+'
      else '%' || upper(lpad(to_hex(byte), 2, '0'))
    end,
    '' order by position
  ), '')
  from generate_series(0, length(string) - 1) as position, get_byte(string, position) as byte
$f$;

create function @extschema@.urlencode(string varchar) returns text
language sql immutable strict
as $f$ select @extschema@.urlencode(convert_to(string, 'UTF8')) $f$;

-- As in the extension, values that are objects or arrays are left out.
create function @extschema@.urlencode(data jsonb) returns text
language sql immutable strict
as $f$
  select string_agg(
    @extschema@.urlencode(key::varchar) || '=' || @extschema@.urlencode(coalesce(data ->> key, '')::varchar),
    '&' order by position
  )
  from jsonb_object_keys(data) with ordinality as listed (key, position)
  where key <> '' and jsonb_typeof(data -> key) not in ('object', 'array')
$f$;

create function @extschema@.http_get(uri varchar) returns @extschema@.http_response
language sql
as $f$ select @extschema@.http(('GET', $1, null, null, null)::@extschema@.http_request) $f$;

create function @extschema@.http_get(uri varchar, data jsonb) returns @extschema@.http_response
language sql
as $f$
  select @extschema@.http(('GET', $1 || '?' || @extschema@.urlencode($2), null, null, null)::@extschema@.http_request)
$f$;

create function @extschema@.http_post(uri varchar, content varchar, content_type varchar)
returns @extschema@.http_response
language sql
as $f$ select @extschema@.http(('POST', $1, null, $3, $2)::@extschema@.http_request) $f$;

create function @extschema@.http_post(uri varchar, data jsonb) returns @extschema@.http_response
language sql
as $f$
  select @extschema@.http((
    'POST', $1, null, 'application/x-www-form-urlencoded', @extschema@.urlencode($2)
  )::@extschema@.http_request)
$f$;

create function @extschema@.http_put(uri varchar, content varchar, content_type varchar)
returns @extschema@.http_response
language sql
as $f$ select @extschema@.http(('PUT', $1, null, $3, $2)::@extschema@.http_request) $f$;

create function @extschema@.http_patch(uri varchar, content varchar, content_type varchar)
returns @extschema@.http_response
language sql
as $f$ select @extschema@.http(('PATCH', $1, null, $3, $2)::@extschema@.http_request) $f$;

create function @extschema@.http_delete(uri varchar) returns @extschema@.http_response
language sql
as $f$ select @extschema@.http(('DELETE', $1, null, null, null)::@extschema@.http_request) $f$;

create function @extschema@.http_delete(uri varchar, content varchar, content_type varchar)
returns @extschema@.http_response
language sql
as $f$ select @extschema@.http(('DELETE', $1, null, $3, $2)::@extschema@.http_request) $f$;

create function @extschema@.http_head(uri varchar) returns @extschema@.http_response
language sql
as $f$ select @extschema@.http(('HEAD', $1, null, null, null)::@extschema@.http_request) $f$;

create function @extschema@.text_to_bytea(data text) returns bytea
language sql immutable strict
as $f$ select convert_to(data, 'UTF8') $f$;

create function @extschema@.bytea_to_text(data bytea) returns text
language sql immutable strict
as $f$ select convert_from(data, 'UTF8') $f$;

-- The options for connections have no effect: a request's timeout includes connecting, and the gateway keeps connections.
create function @extschema@.http_list_curlopt() returns table (curlopt text, value text)
language sql
as $f$
  select name, nullif(current_setting('http.' || lower(name), true), '')
  from unnest(array[
    'CURLOPT_CONNECTTIMEOUT', 'CURLOPT_CONNECTTIMEOUT_MS', 'CURLOPT_TCP_KEEPALIVE', 'CURLOPT_TCP_KEEPIDLE',
    'CURLOPT_TIMEOUT', 'CURLOPT_TIMEOUT_MS', 'CURLOPT_USERAGENT'
  ]) as name
  where nullif(current_setting('http.' || lower(name), true), '') is not null
$f$;

create function @extschema@.http_set_curlopt(curlopt varchar, value varchar) returns boolean
language plpgsql
as $f$
begin
  if upper(curlopt) not in (
    'CURLOPT_CONNECTTIMEOUT', 'CURLOPT_CONNECTTIMEOUT_MS', 'CURLOPT_TCP_KEEPALIVE', 'CURLOPT_TCP_KEEPIDLE',
    'CURLOPT_TIMEOUT', 'CURLOPT_TIMEOUT_MS', 'CURLOPT_USERAGENT'
  ) then
    raise exception 'the stand-in for the extension http does not support the curl option ''%''', curlopt
      using errcode = 'feature_not_supported';
  elsif upper(curlopt) <> 'CURLOPT_USERAGENT' and value !~ '^\d{1,9}$' then
    raise exception 'invalid integer provided for ''%''', curlopt;
  end if;
  perform set_config('http.' || lower(curlopt), value, false);
  return true;
end
$f$;

create function @extschema@.http_reset_curlopt() returns boolean
language plpgsql
as $f$
begin
  perform set_config('http.' || lower(curlopt), '', false) from @extschema@.http_list_curlopt();
  return true;
end
$f$;

-- As in the extension. By default, new functions may be closed.
grant execute on function
  @extschema@.http(@extschema@.http_request), @extschema@.http_header(varchar, varchar), @extschema@.http_headers(text[]),
  @extschema@.http_get(varchar), @extschema@.http_get(varchar, jsonb), @extschema@.http_post(varchar, varchar, varchar),
  @extschema@.http_post(varchar, jsonb), @extschema@.http_put(varchar, varchar, varchar),
  @extschema@.http_patch(varchar, varchar, varchar), @extschema@.http_delete(varchar),
  @extschema@.http_delete(varchar, varchar, varchar), @extschema@.http_head(varchar), @extschema@.urlencode(varchar),
  @extschema@.urlencode(bytea), @extschema@.urlencode(jsonb), @extschema@.text_to_bytea(text),
  @extschema@.bytea_to_text(bytea), @extschema@.http_list_curlopt(), @extschema@.http_set_curlopt(varchar, varchar),
  @extschema@.http_reset_curlopt()
  to public;
