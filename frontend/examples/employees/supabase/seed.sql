insert into employees (name, email) values ('Erlich Bachman', 'e@example.com'), ('Richard Hendricks', 'r@example.com'), ('Monica Hall', 'm@example.com');
