import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SEMINAR_HOTELS } from '@/sample-content/seminarHotels';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import { Component as SeminarsPage } from './SeminarsPage';

beforeAll(() => i18next.loadNamespaces(['seminars']));

async function show() {
  const { user } = renderRoutes([{ path: '/', element: <SeminarsPage /> }]);
  await screen.findByRole('heading', { level: 1 });
  return user;
}
const hotels = () => screen.getByRole('list', { name: /^Cinq maisons/ });
const toggle = (name: string) => within(hotels()).getByRole('button', { name });
const quote = () => screen.getByRole('link', { name: /^Demander un devis/ });

describe('§2 seminars: houses', () => {
  it('§9.14, §3.24: five of them, for 20 to 200 people, at 85 to 130 euros a person and a day', async () => {
    await show();
    expect(hotels().querySelectorAll(':scope > li')).toHaveLength(5);
    const prices = SEMINAR_HOTELS.map(({ price }) => price);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([85, 130]);
    expect(Math.min(...SEMINAR_HOTELS.map(({ capacity }) => capacity[0]))).toBe(20);
    expect(Math.max(...SEMINAR_HOTELS.map(({ capacity }) => capacity[1]))).toBe(200);
    expect(hotels()).toHaveTextContent(/40 à 200\spersonnes/);
    expect(hotels()).toHaveTextContent(/130\s€\s*par personne et par jour/);
    expect(new Set(SEMINAR_HOTELS.map(({ facilities }) => facilities.join())).size).toBe(5);
  });

  it('§2.55: the strip counts the five, and has how many they take, their lowest price and when the quote comes', async () => {
    await show();
    const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;
    expect(figure('hôtels partenaires')).toHaveTextContent('5');
    expect(figure('personnes')).toHaveTextContent('20 à 200');
    expect(figure('par personne et par jour, à partir de')).toHaveTextContent(/85\s€/);
    expect(figure('pour recevoir un devis gratuit')).toHaveTextContent(/24\sh/);
  });

  it('§2.73: a click expands the equipment of one hotel at a time, a second click collapses it', async () => {
    const user = await show();
    expect(screen.queryByText('Cabine de traduction')).not.toBeVisible();
    await user.click(toggle('Grand Hôtel Napoléon'));
    expect(toggle('Grand Hôtel Napoléon')).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('Cabine de traduction')).toBeVisible();
    await user.click(toggle('Les Bains de Cala Verde'));
    expect(toggle('Grand Hôtel Napoléon')).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByText('Cabine de traduction')).not.toBeVisible();
    expect(screen.getByText('Terrasse de travail')).toBeVisible();
    await user.click(toggle('Les Bains de Cala Verde'));
    expect(toggle('Les Bains de Cala Verde')).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByText('Terrasse de travail')).not.toBeVisible();
  });
});

describe('§2 seminars: packages and quote', () => {
  it('§2.73, §9.14, §3.24: what is included, and three packages at 85, 120 and 180 euros', async () => {
    await show();
    expect(within(screen.getByRole('region', { name: 'Tout est compris' })).getAllByRole('heading', { level: 3 })).toHaveLength(6);
    const cards = [...screen.getByRole('list', { name: 'Trois formules' }).querySelectorAll(':scope > li')].map(({ textContent }) => textContent);
    expect(cards[0]).toMatch(/^Essentielle.*85\s€ par personne et par jour/);
    expect(cards[1]).toMatch(/^Premium.*120\s€ par personne et par jour/);
    expect(cards[2]).toMatch(/^Luxe.*180\s€ par personne et par jour/);
  });

  it('§1.4, §2.73: the quote is free, within 24 h, on the events site in a new tab', async () => {
    await show();
    expect(screen.getByRole('heading', { name: /gratuit sous 24\sh/ })).toBeVisible();
    expect(quote()).toHaveAttribute('target', '_blank');
    expect(quote()).toHaveAttribute('rel', 'noopener');
    const address = new URL(quote().getAttribute('href') ?? '', window.location.href);
    expect(address.origin).not.toBe(window.location.origin);
    expect(address.search).toBe('');
  });

  it('§2.73: the page says that it sends nothing, names the site where the quote is asked for, and offers to write', async () => {
    await show();
    const site = new URL(quote().getAttribute('href') ?? '').hostname.replace(/^www\./, '');
    expect(site).not.toMatch(/\.example$/);
    expect(screen.getByText(/Cette page n'envoie rien/)).toHaveTextContent(`la demande se fait sur ${site}, qui s'ouvre dans un nouvel onglet`);
    expect(screen.getByRole('link', { name: /^Vous préférez nous écrire/ })).toHaveAttribute('href', '/contact');
  });

  it('§2.73: another events site can be configured', async () => {
    vi.stubEnv('VITE_EVENTS_URL', 'https://events.test/quote?lang=fr');
    const user = await show();
    await user.click(screen.getAllByRole('button', { name: 'Choisir' })[1] ?? document.body);
    expect(quote()).toHaveAttribute('href', 'https://events.test/quote?lang=fr&formule=premium');
    expect(screen.getByText(/la demande se fait sur events\.test/)).toBeVisible();
    vi.unstubAllEnvs();
  });

  it('§2.73: a chosen package is marked, in the link, and deselected by a second click', async () => {
    const user = await show();
    const [, premium, luxury] = screen.getAllByRole('button', { name: 'Choisir' });
    if (!premium || !luxury) throw new Error('three packages can be chosen');
    await user.click(premium);
    expect(premium).toHaveAttribute('aria-pressed', 'true');
    expect(quote()).toHaveAttribute('href', expect.stringContaining('formule=premium'));
    await user.click(luxury);
    expect(premium).toHaveAttribute('aria-pressed', 'false');
    expect(luxury).toHaveAttribute('aria-pressed', 'true');
    expect(quote()).toHaveAttribute('href', expect.stringContaining('formule=luxe'));
    expect(quote()).toHaveAccessibleName(/Luxe/);
    await user.click(luxury);
    expect(quote()).not.toHaveAttribute('href', expect.stringContaining('formule='));
  });
});
