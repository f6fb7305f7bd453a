import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('every language has every text of the French dictionaries, translated', () => {
  expect(spawnSync(process.execPath, ['scripts/check-dictionaries.mjs'], { encoding: 'utf8' })).toMatchObject({ stderr: '', status: 0 });
});
