import { expectNoViolation } from './axe';
import { expect, test } from './site';

/** `pages.spec.ts` audits every page. */

test('every page: the dialogs have no axe violation', async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/hotel-detail?id=3');
  for (const opener of ["S'inscrire", 'Se connecter', 'Écrire un avis', 'Voir les tarifs', /^Voir les \d+ illustrations/]) {
    await page.getByRole('button', { name: opener }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await test.step(`axe with '${opener}'`, () => expectNoViolation(page));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
