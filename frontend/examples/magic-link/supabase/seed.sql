insert into notes (title) values ('Today I created a Supabase project.'), ('It was awesome!');
