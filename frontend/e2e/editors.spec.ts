import { apiHeaders, expect, test } from './site';

/** A text of a page and language that no other test reads. */
const TEXT = { language: 'sv', key: 'taxi.hero.heading' };
const ADDRESS = '/taxi?lng=sv';

test('§7.3 editors: a text changed by REST is shown after the next load, and the bundled one after its deletion', async ({ page, request }) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(ADDRESS);
  await expect(heading).toHaveText('Från planet till ditt rum');

  const login = { action: 'login', email: process.env['ADMIN_USERNAME'], password: process.env['ADMIN_PASSWORD'] };
  const answer = await request.post('/functions/v1/user-auth', { headers: apiHeaders(), data: login });
  const { session }: { session: { access_token: string } } = await answer.json();
  const headers = { ...apiHeaders(session.access_token), prefer: 'resolution=merge-duplicates' };
  const changed = await request.post('/rest/v1/translations', { headers, data: { ...TEXT, value: 'Taxi dygnet runt' } });
  expect(changed.ok(), await changed.text()).toBe(true);
  try {
    await page.goto(ADDRESS);
    await expect(heading).toHaveText('Taxi dygnet runt');
  } finally {
    await request.delete(`/rest/v1/translations?language=eq.${TEXT.language}&key=eq.${TEXT.key}`, { headers });
  }
  await page.goto(ADDRESS);
  await expect(heading).toHaveText('Från planet till ditt rum');
});
