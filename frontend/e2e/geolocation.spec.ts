import { expect, resultCards, searchForm, test } from './site';

const CALVI = { latitude: 42.56, longitude: 8.76 };
const MARSEILLE = { latitude: 43.3, longitude: 5.37 };
const PARIS = { latitude: 48.86, longitude: 2.35 };

const FAR = 'Vous semblez être loin de la Corse. Nous avons sélectionné Ajaccio comme destination par défaut.';
const DENIED = 'Accès à la géolocalisation refusé. Veuillez activer la géolocalisation dans votre navigateur.';

test.describe('§5 geolocation', () => {
  for (const [where, geolocation] of [
    ['near Calvi', CALVI],
    ['in Marseille, within 500 km', MARSEILLE],
  ] as const) {
    test.describe(where, () => {
      test.use({ geolocation, permissions: ['geolocation'] });

      test(`§5.5 geolocation ${where}: the nearest known town becomes the destination`, async ({ page }) => {
        await page.goto('/');
        const form = searchForm(page);
        await form.getByRole('button', { name: 'Utiliser ma position' }).click();
        await expect(form.getByRole('combobox', { name: 'Destination' })).toHaveValue('Calvi');
        await expect(page.getByText(FAR)).toHaveCount(0);
      });
    });
  }

  test.describe('far', () => {
    test.use({ geolocation: PARIS, permissions: ['geolocation'] });

    test('§8.4 geolocation far from Corsica: Ajaccio, and the reason', async ({ page }) => {
      await page.goto('/');
      const form = searchForm(page);
      await form.getByRole('button', { name: 'Utiliser ma position' }).click();
      await expect(form.getByText(FAR)).toBeVisible();
      await expect(form.getByRole('combobox', { name: 'Destination' })).toHaveValue('Ajaccio');
      await form.getByRole('combobox', { name: 'Destination' }).fill('Corte');
      await expect(form.getByText(FAR)).toHaveCount(0);
    });
  });

  test('§8.4 geolocation denied: shows a hint, and the field stays editable', async ({ page, context }) => {
    await context.clearPermissions();
    await page.goto('/');
    const form = searchForm(page);
    await form.getByRole('button', { name: 'Utiliser ma position' }).click();
    await expect(form.getByText(DENIED)).toBeVisible();
    await expect(form.getByRole('combobox', { name: 'Destination' })).toBeEnabled();
  });

  for (const [reason, code, message] of [
    ['unavailable', 2, 'Position non disponible. Veuillez saisir manuellement votre destination.'],
    ['timeout', 3, 'Délai de géolocalisation dépassé. Veuillez saisir manuellement votre destination.'],
    ['other', 9, 'Erreur de géolocalisation. Veuillez saisir manuellement votre destination.'],
  ] as const) {
    test(`§8.4 geolocation ${reason}: has its own text`, async ({ page }) => {
      await page.addInitScript((failure) => {
        const error = { code: failure, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const;
        navigator.geolocation.getCurrentPosition = (_found, failed) => failed?.(error);
      }, code);
      await page.goto('/');
      await searchForm(page).getByRole('button', { name: 'Utiliser ma position' }).click();
      await expect(searchForm(page).getByText(message)).toBeVisible();
    });
  }

  test('§8.4 geolocation unsupported: has its own text', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'geolocation');
    });
    await page.goto('/');
    await searchForm(page).getByRole('button', { name: 'Utiliser ma position' }).click();
    await expect(searchForm(page).getByText("La géolocalisation n'est pas supportée par votre navigateur")).toBeVisible();
  });

  test('§4.11, §9.24 geolocation: the field and its button are disabled during the request; the limits are those of §9', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = (found, _failed, options) => {
        document.documentElement.dataset['limits'] = JSON.stringify(options);
        const position = { coords: { latitude: 42.3, longitude: 9.15 } };
        // The test resolves the position.
        window.addEventListener('arrive', () => Reflect.apply(found, null, [position]));
      };
    });
    await page.goto('/');
    const field = searchForm(page).getByRole('combobox', { name: 'Destination' });
    await searchForm(page).getByRole('button', { name: 'Utiliser ma position' }).click();
    await expect(field).toBeDisabled();
    await expect(searchForm(page).getByRole('button', { name: 'Localisation en cours' })).toBeDisabled();
    const limits = await page.locator('html').getAttribute('data-limits');
    expect(JSON.parse(limits ?? '')).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 });
    await page.evaluate(() => window.dispatchEvent(new Event('arrive')));
    await expect(field).toBeEnabled();
    await expect(field).toHaveValue('Corte');
  });

  test.describe('on arrival', () => {
    test.use({ geolocation: CALVI, permissions: ['geolocation'] });

    test('§2.35 results: geolocation=true in the address becomes the nearest town', async ({ page }) => {
      await page.goto('/search?geolocation=true');
      await expect(page).toHaveURL('/search?destination=Calvi');
      await expect(resultCards(page).first()).toContainText('Calvi');
    });
  });
});
