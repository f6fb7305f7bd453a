import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site';

/** Fails on any violation that axe finds, whatever its impact; `within` limits the search to an element. */
export async function expectNoViolation(page: Page, within?: string): Promise<void> {
  // Legacy mode audits in the page; the other one, for frames of other hosts, sends all results to a second page.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))).toEqual([]);
}
