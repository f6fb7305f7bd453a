import routes from './routes.json' with { type: 'json' };
import { expect, layOutAll, test } from './site';

/** German has the longest words, Japanese the widest signs; the others stand between them. */
const LANGUAGES = ['de', 'ja'];
/** A text that is missing shows its key: words of small letters, parted by points. */
const KEY = /^[a-z][\w-]*(?:[.:][a-z][\w-]*)+$/i;
const NARROW = 320;

for (const language of LANGUAGES) {
  test.describe(`§1.1 every page in ${language}`, () => {
    test.use({ viewport: { width: NARROW, height: 800 } });

    for (const [name = '', path = ''] of routes) {
      test(`§1.1 every page in ${language}: ${name} shows no key and fits the narrowest screen`, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(`${path}${path.includes('?') ? '&' : '?'}lng=${language}`);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await layOutAll(page);
        const texts = await page.locator('body').innerText();
        expect(texts.split('\n').map((text) => text.trim()).filter((text) => KEY.test(text))).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW);
      });
    }
  });
}
