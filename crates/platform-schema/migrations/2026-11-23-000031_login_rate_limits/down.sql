drop function auth.give_back_attempt(text[], double precision[]);
drop function auth.take_attempt(text[], double precision[], double precision[]);
drop table auth.rate_limits;
