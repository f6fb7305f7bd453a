drop function auth.give_back_attempt(text[], interval[]);
drop function auth.take_attempt(text[], interval[], interval[]);
drop table auth.rate_limits;
