import { expect, it } from 'vitest';
import { foldWithOrigins } from './foldWithOrigins';

it('maps each folded code unit to its place in the text', () => {
  expect(foldWithOrigins('œuf')).toEqual({ folded: 'oeuf', origins: [0, 0, 1, 2] });
});
