import { expect, it } from 'vitest';
import { editDistance } from './editDistance';

it.each([
  ['calvi', 'calvi', 0],
  ['ajacio', 'ajaccio', 1],
  ['calvy', 'calvi', 1],
  ['cavli', 'calvi', 1],
  ['bonifasso', 'bonifacio', 2],
  ['', 'ab', 2],
  ['paris', 'bastia', Infinity],
])('counts the typing errors between "%s" and "%s": %d', (from, to, errors) => {
  expect(editDistance(from, to, 2)).toBe(errors);
  expect(editDistance(to, from, 2)).toBe(errors);
});
