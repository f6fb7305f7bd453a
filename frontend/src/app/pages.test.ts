import { describe, expect, it } from 'vitest';
import { PAGES } from './pages';

const modules = import.meta.glob<Record<string, unknown>>('../features/*/*Page.tsx');

describe('the list of pages', () => {
  it('has every page module', () => {
    const listed = new Set(PAGES.map(({ module }) => `../features/${module}.tsx`));
    expect([...listed].toSorted()).toEqual(Object.keys(modules).toSorted());
  });

  it('has no path twice', () => {
    expect(new Set(PAGES.map(({ path }) => path)).size).toBe(PAGES.length);
  });

  it.each(PAGES)('the module of /$path exports a component', async ({ module }) => {
    expect(await modules[`../features/${module}.tsx`]?.()).toHaveProperty('Component', expect.any(Function));
  });
});
