import { expect, test } from './site';

const RECEIPT = '/booking-success?confirmation=BK123456789&hotel=H%C3%B4tel%20Les%20Palmiers&total=1216';

test('§2.53 the receipt prints on one sheet of A4', async ({ page }) => {
  await page.goto(RECEIPT);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const sheet = await page.pdf({ preferCSSPageSize: true });
  // Pages are objects of the PDF; the size of this one is A4 in points.
  const text = sheet.toString('latin1');
  expect(text.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/.exec(text) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
});

test('§2.53 the printed page has the brand and the receipt, and no controls', async ({ page }) => {
  await page.goto(RECEIPT);
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  for (const text of ['Isula', 'BK123456789', 'Hôtel Les Palmiers', '1 216 €', 'Confirmé', 'Et maintenant ?']) {
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(main.getByRole('link')).toHaveCount(0);
});
