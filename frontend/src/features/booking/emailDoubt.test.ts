import { expect, it } from 'vitest';
import { emailDoubt } from './emailDoubt';

it.each([
  'marie@example.com', 'marie@gmail.com', 'marie@hotmail.de', 'marie@yahoo.co.uk', 'm.d+x@mail.univ-corse.fr', 'marie@gmx.at', 'a@qq.com', '',
])('does not doubt %j', (address) => expect(emailDoubt(address)).toBeNull());

it.each(['marie', 'marie@', 'marie@gmail', '@gmail.com', 'marie dumas@gmail.com', 'marie@gmail.c'])('%j is incomplete', (address) =>
  expect(emailDoubt(address)).toEqual({ kind: 'incomplete' }));

it.each([
  ['marie@gmial.com', 'marie@gmail.com'],
  ['marie@gmail.con', 'marie@gmail.com'],
  ['marie@hotmial.fr', 'marie@hotmail.fr'],
  ['marie@example.cmo', 'marie@example.com'],
])('suggests another address for %s', (address, meant) =>
  expect(emailDoubt(address)).toEqual({ kind: 'suggestion', address: meant }));
