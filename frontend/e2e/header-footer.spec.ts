import { expect, test } from './site';

const ANCHOR_OFFSET_PX = 120;

test.describe('§2 header and footer', () => {
  test('§2.6, §2.9 header: logo home, add-establishment, both ways in, two rows of services', async ({ page }) => {
    await page.goto('/search?destination=Corte');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Ajouter mon établissement' })).toHaveAttribute('href', '/partners');
    await expect(header.getByRole('button', { name: "S'inscrire" })).toBeVisible();
    await expect(header.getByRole('button', { name: 'Se connecter' })).toBeVisible();
    const services = header.getByRole('navigation', { name: 'Services' });
    await expect(services.getByRole('list')).toHaveCount(2);
    await expect(services.getByRole('listitem')).toHaveText(['Séjour', 'Vol', 'Restaurant', 'Taxi', 'Location de voiture', 'Séminaires']);
    await header.getByRole('link', { name: "Isula, retour à l'accueil" }).click();
    await expect(page).toHaveURL('/');
  });

  test('§2.8, §4.3 header: the greeting, and a logout that leads home and stays', async ({ page, signedIn }) => {
    await page.goto('/search?destination=Corte');
    const header = page.getByRole('banner');
    await expect(header.getByText(`Bonjour, ${signedIn.first}`)).toBeVisible();
    await expect(header.getByRole('button', { name: 'Se connecter' })).toHaveCount(0);
    await header.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL('/');
    await expect(header.getByRole('button', { name: 'Se connecter' })).toBeVisible();
    expect(await page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('user_profile')])).toEqual([null, null]);
    await page.reload();
    await expect(header.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  });

  test('§2.8 header: without a first name, the greeting has the part of the e-mail before the @', async ({ page, signedIn }) => {
    await page.goto('/search?destination=Corte');
    await page.evaluate(() => {
      localStorage.setItem('user_profile', JSON.stringify({ id: '1', email: 'napoleon@example.com' }));
      window.dispatchEvent(new Event('authChange'));
    });
    await expect(page.getByText('Bonjour, napoleon', { exact: true })).toBeVisible();
    await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toHaveCount(0);
  });

  test('§4.1 session: an incomplete session is removed', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('auth_token', 'left over'));
    await page.goto('/search?destination=Corte');
    await expect(page.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  });

  test('§4.2 session: a logout in another tab ends it here too', async ({ page, context, signedIn }) => {
    await page.goto('/search?destination=Corte');
    await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/search?destination=Corte');
    await other.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible();
  });

  test('§2.13 header: scrolled is flagged after 100 px, and not before', async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    await expect(header).not.toHaveAttribute('data-scrolled');
    await page.evaluate(() => window.scrollTo({ top: 100, behavior: 'instant' }));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(100);
    await expect(header).not.toHaveAttribute('data-scrolled');
    await page.evaluate(() => window.scrollTo({ top: 101, behavior: 'instant' }));
    await expect(header).toHaveAttribute('data-scrolled', 'true');
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await expect(header).not.toHaveAttribute('data-scrolled');
  });

  for (const [entry, anchor] of [['Vol', 'vol'], ['Restaurant', 'restaurant'], ['Taxi', 'taxi']] as const) {
    test(`§2.11 header: ${entry} scrolls to its section, ${ANCHOR_OFFSET_PX} px below the top`, async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 500 });
      await page.goto('/search?destination=Corte');
      await page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: entry, exact: true }).click();
      await expect(page).toHaveURL(`/#${anchor}`);
      const top = () => page.evaluate((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? -1), anchor);
      await expect.poll(top).toBe(ANCHOR_OFFSET_PX);
    });
  }

  test('§2.10 header: the stay entry opens the owner popup over the home page', async ({ page }) => {
    await page.goto('/search?destination=Corte');
    await page.getByRole('navigation', { name: 'Services' }).getByRole('button', { name: 'Séjour' }).click();
    await expect(page).toHaveURL('/#sejour');
    await expect(page.getByRole('dialog', { name: 'Programme Owner' })).toBeVisible();
  });

  test('§2 header: one word in the search bar leads to the results', async ({ page }) => {
    await page.goto('/booking-success?confirmation=BK123456789&hotel=Central');
    const search = page.getByRole('banner').getByRole('search');
    await search.getByRole('searchbox').fill('Corte');
    await search.getByRole('button', { name: 'Rechercher un séjour' }).click();
    await expect(page).toHaveURL('/search?destination=Corte');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Corte');
  });

  for (const path of ['/car-rental', '/taxi']) {
    test(`§2.12 header: no search bar on ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('navigation', { name: 'Services' })).toBeVisible();
      await expect(page.getByRole('banner').getByRole('search')).toHaveCount(0);
    });
  }

  test('§2.14 footer: its columns, legal links, social icons, the ways to the administration and the channel manager', async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    for (const column of ['Hébergements', 'Activités', 'Blog', 'Contact']) {
      await expect(footer.getByRole('navigation', { name: column }).getByRole('link').first()).toBeVisible();
    }
    for (const name of ['Mentions légales', 'Conditions générales', 'Confidentialité', 'Cookies']) {
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', /^\/./);
    }
    for (const name of ['Instagram', 'Facebook', 'YouTube']) {
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', '/contact#networks');
    }
    await expect(footer.getByRole('link', { name: 'Administration' })).toHaveAttribute('href', '/admin');
    await expect(footer.getByRole('link', { name: 'Channel manager' })).toHaveAttribute('href', '/channel-manager');
    await footer.getByRole('link', { name: 'Les plus belles plages' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Les plus belles plages de Corse' })).toBeVisible();
  });

  test('§2.14 footer: a social icon leads to what the contact page says about the networks', async ({ page }) => {
    await page.goto('/hotels');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Instagram' }).click();
    await expect(page).toHaveURL(/\/contact#networks$/);
    await expect(page.getByRole('heading', { name: 'Réseaux sociaux' })).toBeInViewport();
  });

  test('§2.2 an unknown address answers in French and leads on', async ({ page }) => {
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404');
    await expect(page.getByText("Cette page n'existe pas encore")).toBeVisible();
    const field = page.getByRole('searchbox', { name: 'Dites-nous ce que vous aimeriez trouver sur cette page' });
    await field.fill('Calvi');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/search\?destination=Calvi/);
  });
});

test.describe('§2 mobile menu', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('§2.9 mobile menu: opens, closes by Escape and by its button, and returns the focus', async ({ page }) => {
    await page.goto('/');
    const trigger = page.getByRole('button', { name: 'Ouvrir le menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await trigger.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(trigger).toBeFocused();
    await trigger.click();
    await menu.getByRole('button', { name: 'Fermer' }).click();
    await expect(menu).toBeHidden();
  });

  test('§2.9 mobile menu: services, search, language and the ways in are all there', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByRole('navigation', { name: 'Services' }).getByRole('listitem')).toHaveCount(6);
    await expect(menu.getByRole('combobox', { name: 'Langue' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Ajouter mon établissement' })).toBeVisible();
    await expect(menu.getByRole('button', { name: "S'inscrire" })).toBeVisible();
    await menu.getByRole('searchbox').fill('Corte');
    await menu.getByRole('button', { name: 'Rechercher un séjour' }).click();
    await expect(page).toHaveURL('/search?destination=Corte');
    await expect(menu).toBeHidden();
  });

  test('§2.7 mobile menu: logging in from it closes it', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('dialog', { name: 'Se connecter' })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  });

  test('§2.11 mobile menu: an anchor entry closes it and shows the section', async ({ page }) => {
    await page.goto('/search?destination=Corte');
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Taxi', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Taxi et transferts' })).toBeInViewport();
  });
});
