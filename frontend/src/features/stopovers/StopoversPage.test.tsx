import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUSINESS_HOTELS } from '@/sample-content/businessHotels';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import { Component as StopoversPage } from './StopoversPage';

beforeAll(() => i18next.loadNamespaces(['stopovers', 'listing']));

async function show() {
  const view = renderRoutes([{ path: '/', element: <StopoversPage /> }, { path: '*', element: null }]);
  await screen.findByRole('heading', { level: 1, name: 'Soirées Étapes pour VRP' });
  return view;
}
const hotels = () => screen.getByRole('list', { name: 'Nos dix hôtels partenaires' });
const card = (name: string) => within(hotels()).getByRole('link', { name }).closest('li') ?? document.body;

describe('§2 evening stops', () => {
  it('§2.69, §2.92: three badges, four blocks, three testimonials', async () => {
    await show();
    const hero = screen.getByRole('heading', { level: 1 }).parentElement;
    for (const badge of ['Parking sécurisé', 'Restaurant sur place', 'WiFi professionnel']) expect(hero).toHaveTextContent(badge);
    const blocks = screen.getByRole('region', { name: 'Tout est prêt quand vous arrivez' });
    expect(within(blocks).getAllByRole('heading', { level: 3 })).toHaveLength(4);
    expect(screen.getAllByRole('figure')).toHaveLength(3);
  });

  it('§2.55: the strip counts the ten, and has their lowest price, their average rating and the discount of the card', async () => {
    await show();
    const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;
    expect(figure('hôtels partenaires')).toHaveTextContent('10');
    expect(figure('la nuit, à partir de')).toHaveTextContent(/58\s€/);
    expect(figure('note moyenne')).toHaveTextContent('4,2/5');
    expect(figure('environ, avec la carte partenaire VRP')).toHaveTextContent(/-15\s%/);
  });

  it('§2.69, §3.25: ten hotels, ids 1 to 10, from 58 to 82 euros, rated 3.9 to 4.3, four services and three features each', () => {
    expect(BUSINESS_HOTELS.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const prices = BUSINESS_HOTELS.map(({ price }) => price);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([58, 82]);
    const ratings = BUSINESS_HOTELS.map(({ rating }) => rating);
    expect([Math.min(...ratings), Math.max(...ratings)]).toEqual([3.9, 4.3]);
    for (const { services, businessFeatures } of BUSINESS_HOTELS) {
      expect(services).toHaveLength(4);
      expect(businessFeatures).toHaveLength(3);
    }
    expect(new Set(BUSINESS_HOTELS.map(({ picture }) => picture)).size).toBe(10);
    const offers = BUSINESS_HOTELS.map(({ services, businessFeatures }) => [...services, ...businessFeatures].join());
    expect(new Set(offers).size).toBe(10);
  });

  it('§2.70: a card has rating, name, place, price, stars, reviews and the prompt', async () => {
    await show();
    expect(hotels().querySelectorAll(':scope > li')).toHaveLength(10);
    expect(hotels()).toHaveClass('two');
    const palmiers = card('Hôtel Les Palmiers');
    expect(palmiers).toHaveTextContent('Centre-ville, Ajaccio');
    expect(palmiers).toHaveTextContent(/72\s€\s*par nuit/);
    expect(palmiers).toHaveTextContent('(11 avis)');
    expect(within(palmiers).getByRole('img', { name: '4,2 sur 5' })).toBeVisible();
    expect(within(palmiers).getByText('Réserver')).toBeVisible();
  });

  it('§2.70, §9.9: stars are the whole part of the rating', async () => {
    await show();
    expect(within(card('Hôtel Central Corte')).getByRole('img', { name: '4 étoiles' })).toBeVisible();
    expect(within(card('Auberge des Montagnes')).getByRole('img', { name: '3 étoiles' })).toBeVisible();
  });

  it('§2.70: the first three services, how many more, and the three features for professionals', async () => {
    await show();
    const corte = card('Hôtel Central Corte');
    for (const service of ['Restaurant sur place', 'Parking sécurisé', 'WiFi professionnel', '+1 autres']) {
      expect(within(corte).getByText(service)).toBeVisible();
    }
    expect(within(corte).queryByText('Petit-déjeuner continental')).not.toBeInTheDocument();
    expect(within(within(corte).getByRole('list', { name: 'Pour les professionnels' })).getAllByRole('listitem')).toHaveLength(3);
  });

  it.each(BUSINESS_HOTELS)('§2.70: a click on $name opens its page', async ({ id, name }) => {
    const { user, router } = await show();
    await user.click(within(hotels()).getByRole('link', { name }));
    expect(router.state.location.pathname + router.state.location.search).toBe(`/hotel-detail?id=${id}`);
  });

  it('§2.69, §2.93, §9.20: the advantages: the partner card, cancellation until 18 h, WiFi, parking and breakfast', async () => {
    await show();
    const band = screen.getByRole('region', { name: 'Vos avantages étape' });
    for (const words of [/-15\s%/, /carte partenaire VRP/, /Annulation gratuite/, /18\sh le jour même/, /WiFi professionnel gratuit/, /Parking et petit-déjeuner continental/]) {
      expect(band).toHaveTextContent(words);
    }
  });
});
