-- Stand-in for the extension pgjwt: tokens signed by HMAC, over the functions of pgcrypto, in @extschema@.
create function @extschema@.url_encode(data bytea) returns text
language sql immutable
as $f$ select translate(encode(data, 'base64'), E'+/=\n', '-_') $f$;

create function @extschema@.url_decode(data text) returns bytea
language sql immutable
as $f$ select decode(rpad(translate(data, '-_', '+/'), (length(data) + 3) / 4 * 4, '='), 'base64') $f$;

create function @extschema@.algorithm_sign(signables text, secret text, algorithm text) returns text
language sql immutable
as $f$
  select @extschema@.url_encode(extensions.hmac(
    signables, secret,
    case algorithm when 'HS256' then 'sha256' when 'HS384' then 'sha384' when 'HS512' then 'sha512' else '' end
  ))
$f$;

create function @extschema@.sign(payload json, secret text, algorithm text default 'HS256') returns text
language sql immutable
as $f$
  select signables || '.' || @extschema@.algorithm_sign(signables, secret, algorithm)
  from concat_ws(
    '.',
    @extschema@.url_encode(convert_to(format('{"alg":"%s","typ":"JWT"}', algorithm), 'UTF8')),
    @extschema@.url_encode(convert_to(payload::text, 'UTF8'))
  ) as signables
$f$;

create function @extschema@.try_cast_double(inp text) returns double precision
language plpgsql immutable
as $f$
begin
  return inp::double precision;
exception when others then
  return null;
end
$f$;

-- Without `nbf` and `exp` a token is valid for ever.
create function @extschema@.verify(token text, secret text, algorithm text default 'HS256')
returns table (header json, payload json, valid boolean)
language sql stable
as $f$
  select
    convert_from(@extschema@.url_decode(parts[1]), 'UTF8')::json,
    claims,
    parts[3] = @extschema@.algorithm_sign(parts[1] || '.' || parts[2], secret, algorithm)
      and tstzrange(
        to_timestamp(@extschema@.try_cast_double(claims ->> 'nbf')),
        to_timestamp(@extschema@.try_cast_double(claims ->> 'exp'))
      ) @> current_timestamp
  from regexp_split_to_array(token, '\.') as parts,
    lateral (select convert_from(@extschema@.url_decode(parts[2]), 'UTF8')::json as claims) as decoded
$f$;

grant execute on function
  @extschema@.url_encode(bytea), @extschema@.url_decode(text), @extschema@.algorithm_sign(text, text, text),
  @extschema@.sign(json, text, text), @extschema@.try_cast_double(text), @extschema@.verify(text, text, text)
  to public;
