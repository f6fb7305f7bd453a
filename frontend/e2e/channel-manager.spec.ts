import type { Page } from '@playwright/test';
import { expect, test } from './site';

const card = (page: Page, name: string) => page.getByRole('article', { name });

test('§4.18 channel platform status: connect, synchronise and disconnect without requests', async ({ page }) => {
  await page.goto('/channel-manager');
  await expect(page.getByRole('tab')).toHaveCount(6);
  await page.getByRole('tab', { name: 'Plateformes' }).click();
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));

  const platform = card(page, "Chez l'Habitant");
  await platform.getByRole('button', { name: 'Connecter' }).click();
  const dialog = page.getByRole('dialog', { name: "Connecter Chez l'Habitant" });
  await dialog.getByLabel("Nom d'utilisateur").fill('demo');
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('demo');
  await dialog.getByRole('button', { name: 'Connecter' }).click();
  await expect(dialog).toBeHidden();
  await expect(platform.getByText('Connecté', { exact: true })).toBeVisible();

  await platform.getByRole('button', { name: 'Synchroniser' }).click();
  await expect(platform.getByText(/^Dernière synchronisation/)).toBeVisible();
  await platform.getByRole('button', { name: 'Déconnecter' }).click();
  await expect(platform.getByText('Déconnecté', { exact: true })).toBeVisible();
  await expect(platform.getByText('Jamais synchronisé')).toBeVisible();
  expect(sent).toEqual([]);
});

test('§2.78 channel manager: arrow keys move between the tabs, three of which are placeholders', async ({ page }) => {
  await page.goto('/channel-manager');
  await page.getByRole('tab', { name: 'Établissements' }).click();
  await expect(card(page, 'Hôtel U Paradisu').getByText('Actif', { exact: true })).toBeVisible();
  for (const name of ['Inventaire', 'Tarifs', 'Rapports']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name, selected: true })).toBeFocused();
    await expect(page.getByText('Bientôt disponible')).toBeVisible();
  }
});
