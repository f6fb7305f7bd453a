drop schema storage cascade;
