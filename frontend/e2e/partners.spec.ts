import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolation } from './axe';
import { expect, test, uniqueEmail } from './site';

const APPLY = 'Proposer mon établissement';
const FORMATS = ['jpeg', 'png', 'webp'] as const;

test.describe('§2 partners', () => {
  test('§4.19 partners: an owner applies with three photos, sees the success, and is redirected to /admin', async ({ page }) => {
    const dialog = await openForm(page);
    await fillRequired(page);
    await dialog.getByText('Chambre double', { exact: true }).click();
    await dialog.getByText('Vue mer', { exact: true }).click();
    await dialog.getByLabel('Ajouter des photos').setInputFiles(await photos());
    await expect(dialog.getByLabel('Nombre de photos')).toHaveText('3/8');
    await expect.poll(() => shownPhotos(page)).toBe(3);
    await dialog.getByRole('button', { name: 'Envoyer ma candidature' }).click();
    // The function may have to start, and it decodes every photo.
    await expect(
      page.getByText('Votre candidature a été envoyée avec succès ! Redirection vers la page de validation...'),
    ).toBeVisible({ timeout: 20_000 });
    await expect(page).toHaveURL('/admin');
  });

  test('§5.19 partners: photos can be dropped, and a photo dropped elsewhere does not leave the page', async ({ page }) => {
    const dialog = await openForm(page);
    await dropPhoto(page, 'label:has(input[type=file])');
    await expect(dialog.getByLabel('Nombre de photos')).toHaveText('1/8');
    await dropPhoto(page, '[role=dialog] h2');
    await expect(dialog.getByLabel('Nombre de photos')).toHaveText('1/8');
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expect(dialog.getByLabel('Nombre de photos')).toHaveText('0/8');
  });

  test('§5.17 partners: missing fields show an error and scroll into view', async ({ page }) => {
    const dialog = await openForm(page);
    await dialog.getByRole('button', { name: 'Envoyer ma candidature' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Veuillez remplir tous les champs obligatoires.');
    await expect(dialog.getByLabel('Prénom')).toBeFocused();
    await fillRequired(page);
    await dialog.getByRole('button', { name: 'Envoyer ma candidature' }).click();
    await expect(dialog.getByRole('checkbox', { name: /^Chambre simple/ })).toBeFocused();
    await dialog.getByText('Studio', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Envoyer ma candidature' }).click();
    await expect(dialog.getByText('Veuillez ajouter au minimum 3 photos de votre hébergement.')).toBeInViewport();
  });

  test('§4.19 partners: the form keeps its values when it is closed and opened again', async ({ page }) => {
    const dialog = await openForm(page);
    await fillRequired(page);
    await dialog.getByText('Suite junior', { exact: true }).click();
    await dialog.getByLabel('Ajouter des photos').setInputFiles(await photos());
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: APPLY }).last().click();
    await expect(dialog.getByLabel("Nom de l'établissement")).toHaveValue("Casa di l'Alivu");
    await expect(dialog.getByRole('checkbox', { name: /^Suite junior/ })).toBeChecked();
    await expect.poll(() => shownPhotos(page)).toBe(3);
  });

  for (const width of [320, 390, 1440]) {
    test(`every page: the form fits a screen of ${width} px and has no axe violation`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const dialog = await openForm(page);
      await dialog.getByLabel('Ajouter des photos').setInputFiles(await photos());
      await dialog.getByRole('button', { name: 'Envoyer ma candidature' }).click();
      const overflow = await page.evaluate(() =>
        [...document.querySelectorAll('[role=dialog] *')].filter((element) => element.scrollWidth > innerWidth).length,
      );
      expect(overflow).toBe(0);
      await expectNoViolation(page, '[role=dialog]');
    });
  }
});

async function openForm(page: Page) {
  await page.goto('/partners');
  await page.getByRole('button', { name: APPLY }).first().click();
  const dialog = page.getByRole('dialog', { name: APPLY });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fillRequired(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Prénom').fill('Ghjulia');
  await dialog.getByLabel('Nom', { exact: true }).fill('Savelli');
  await dialog.getByLabel('E-mail').fill(uniqueEmail());
  await dialog.getByLabel('Téléphone').fill('06 00 00 00 00');
  await dialog.getByLabel("Type d'établissement").selectOption({ label: "Maison d'hôtes" });
  await dialog.getByLabel("Nom de l'établissement").fill("Casa di l'Alivu");
  await dialog.getByLabel('Adresse').fill('Place du village');
  await dialog.getByLabel('Ville').fill('Pigna');
}

/** One file of each format. */
function photos() {
  return Promise.all(
    FORMATS.map(async (format, index) => ({
      name: `photo-${index}.${format}`,
      mimeType: `image/${format}`,
      buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background: ['#0d5c7d', '#b04e3a', '#f5e4bd'][index] ?? '#fff' } })
        .toFormat(format)
        .toBuffer(),
    })),
  );
}

function shownPhotos(page: Page): Promise<number> {
  return page
    .getByRole('list', { name: 'Vos photos' })
    .getByRole('img')
    .evaluateAll((images) => images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length);
}

async function dropPhoto(page: Page, where: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(16)], 'dropped.png', { type: 'image/png' }));
    return transfer;
  });
  await page.locator(where).dispatchEvent('dragover', { dataTransfer });
  await page.locator(where).dispatchEvent('drop', { dataTransfer });
}
