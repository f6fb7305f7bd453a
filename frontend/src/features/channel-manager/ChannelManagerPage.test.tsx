import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import { Component as ChannelManagerPage } from './ChannelManagerPage';
import { changePlatforms, samplePlatforms, totals } from './platforms';

const NOW = new Date('2026-11-02T12:00:00');
const LATER = new Date('2026-11-02T12:05:00');

describe('§4.18 channel platform status', () => {
  const one = (id: string, platforms = samplePlatforms(NOW)) => platforms.find((platform) => platform.id === id);

  it('§9.12 six platforms with their commissions, and every status among them', () => {
    const platforms = samplePlatforms(NOW);
    expect(platforms.map(({ commission }) => commission)).toEqual([15, 18, 3, 16, 12, 15]);
    expect(new Set(platforms.map(({ status }) => status))).toEqual(new Set(['connected', 'disconnected', 'pending', 'error']));
  });

  it('connecting sets it to connected, without bookings and revenue', () => {
    const platforms = changePlatforms(samplePlatforms(NOW), { type: 'connect', id: 'habitant', now: NOW });
    expect(one('habitant', platforms)).toMatchObject({ status: 'connected', bookings: 0, revenue: 0, commission: 3 });
    expect(one('cap', platforms)).toEqual(one('cap'));
  });

  it('disconnecting clears the time of the last sync and the figures', () => {
    const platforms = changePlatforms(samplePlatforms(NOW), { type: 'disconnect', id: 'cap', now: NOW });
    expect(one('cap', platforms)).toMatchObject({ status: 'disconnected', lastSync: null, bookings: null, revenue: null });
  });

  it('synchronising changes only the time of the last sync', () => {
    const platforms = changePlatforms(samplePlatforms(NOW), { type: 'synchronise', id: 'cap', now: LATER });
    expect(one('cap', platforms)).toEqual({ ...one('cap'), lastSync: LATER });
  });

  it('the dashboard adds up the platforms’ figures', () => {
    expect(totals(samplePlatforms(NOW))).toEqual({ connected: 2, bookings: 71, revenue: 13420, commissions: 2181.2 });
  });
});

describe('§2.78 /channel-manager', () => {
  // The form loads lazily, together with React Aria.
  beforeAll(() => Promise.all([i18next.loadNamespaces(['channel-manager']), import('./ConnectDialog')]), 30_000);
  const show = async (tab?: string) => {
    const view = renderRoutes([{ path: '/', Component: ChannelManagerPage }]);
    if (tab) await view.user.click(await screen.findByRole('tab', { name: tab }));
    return view.user;
  };
  const platform = (name: string) => within(screen.getByRole('article', { name }));

  it('§6.4 shows that it is a demonstration', async () => {
    await show();
    expect(await screen.findByText(/Ceci est une démonstration/)).toBeVisible();
  });

  it('has six tabs, the first of them open', async () => {
    await show();
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual([
      'Tableau de bord', 'Plateformes', 'Établissements', 'Inventaire', 'Tarifs', 'Rapports',
    ]);
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Tableau de bord');
    expect(screen.getByText('2 sur 6')).toBeVisible();
  });

  it.each(['Inventaire', 'Tarifs', 'Rapports'])('%s is yet to come', async (tab) => {
    await show(tab);
    expect(screen.getByText('Bientôt disponible')).toBeVisible();
  });

  it('§4.26 a platform shows its status', async () => {
    await show('Plateformes');
    for (const [name, status] of [
      ['Cap Réservation', 'Connecté'],
      ["Chez l'Habitant", 'Déconnecté'],
      ['Escales Groupes', 'En attente'],
      ['Comparasole', 'Erreur'],
    ] as const) {
      expect(platform(name).getByText(status)).toBeVisible();
    }
  });

  it('§5.14, §5.27 a platform is connected by the form, which requires user name and password only', async () => {
    const user = await show('Plateformes');
    expect(platform("Chez l'Habitant").getByText('Déconnecté')).toBeVisible();
    await user.click(platform("Chez l'Habitant").getByRole('button', { name: 'Connecter' }));
    const dialog = within(await screen.findByRole('dialog', { name: "Connecter Chez l'Habitant" }));
    await user.click(dialog.getByRole('button', { name: 'Connecter' }));
    expect(await dialog.findAllByText('Ce champ est obligatoire.')).toHaveLength(2);
    await user.type(dialog.getByLabelText("Nom d'utilisateur"), 'demo');
    await user.type(dialog.getByLabelText('Mot de passe'), 'demo');
    await user.click(dialog.getByRole('button', { name: 'Connecter' }));
    expect(await platform("Chez l'Habitant").findByText('Connecté')).toBeVisible();
    expect(platform("Chez l'Habitant").getByText('0')).toBeVisible();
    expect(platform("Chez l'Habitant").getByText(/^0\s€$/)).toBeVisible();
  });

  it('§3.31 a connected platform can be synchronised and disconnected', async () => {
    const user = await show('Plateformes');
    const before = platform('Cap Réservation').getByText(/^Dernière synchronisation/).textContent;
    await user.click(platform('Cap Réservation').getByRole('button', { name: 'Synchroniser' }));
    expect(platform('Cap Réservation').getByText(/^Dernière synchronisation/).textContent).not.toBe(before);
    await user.click(platform('Cap Réservation').getByRole('button', { name: 'Déconnecter' }));
    expect(platform('Cap Réservation').getByText('Déconnecté')).toBeVisible();
    expect(platform('Cap Réservation').getByText('Jamais synchronisé')).toBeVisible();
    expect(platform('Cap Réservation').getAllByText('–')).toHaveLength(2);
    expect(platform('Cap Réservation').getByText(/^15\s%$/)).toBeVisible();
  });

  it('§3.31 the properties, active or not, with the platforms that are connected now', async () => {
    const user = await show('Plateformes');
    await user.click(platform('Cap Réservation').getByRole('button', { name: 'Déconnecter' }));
    await user.click(screen.getByRole('tab', { name: 'Établissements' }));
    const hotel = platform('Hôtel U Paradisu');
    expect(hotel.getByText('Hôtel · Propriano · 24 chambres')).toBeVisible();
    expect(hotel.getByText('Actif')).toBeVisible();
    expect(within(hotel.getByRole('list', { name: 'Plateformes connectées' })).getAllByRole('listitem').map((item) => item.textContent)).toEqual(['MSMonde & Séjours']);
    expect(platform("Résidence L'Alzetu").getByText('Inactif')).toBeVisible();
    expect(platform("Résidence L'Alzetu").getByText('Aucune plateforme connectée')).toBeVisible();
  });
});
