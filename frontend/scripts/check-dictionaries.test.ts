import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('every language translates all texts of the French dictionaries', () => {
  expect(spawnSync(process.execPath, ['scripts/check-dictionaries.ts'], { encoding: 'utf8' })).toMatchObject({ stderr: '', status: 0 });
});
