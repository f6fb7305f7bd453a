import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { GASTRONOMIC_HOTELS } from '@/sample-content/gastronomicHotels';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import '@/widgets/search-form/DatesDialog';
import { Component as GastronomyPage } from './GastronomyPage';

beforeAll(() => i18next.loadNamespaces(['gastronomy', 'listing']));

async function show(at = '/coups-de-coeur') {
  const view = renderRoutes([{ path: '/coups-de-coeur', element: <GastronomyPage /> }, { path: '*', element: null }], at);
  await screen.findByRole('heading', { level: 1, name: 'Hôtels avec Restaurants Étoilés' });
  return view;
}
const list = () => screen.getByRole('list', { name: 'Hôtels avec Restaurants Étoilés' });
const names = () => within(list()).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const card = (name: string) => within(list()).getByText(name).closest('li') ?? document.body;
const chip = (name: string) => screen.getByRole('button', { name });
const clear = () => screen.queryByRole('button', { name: 'Effacer les filtres' });

describe('§2 coups de coeur', () => {
  it('§2.71, §2.94, §2.96: six houses, how many there are, and three reasons', async () => {
    await show();
    expect(names()).toHaveLength(6);
    expect(list()).toHaveClass('two');
    expect(screen.getByRole('heading', { level: 2, name: '6 hôtel(s) trouvé(s)' })).toBeVisible();
    const reasons = screen.getByRole('region', { name: 'Pourquoi choisir nos coups de coeur' });
    expect(within(reasons).getAllByRole('heading', { level: 3 })).toHaveLength(3);
  });

  it.each([
    ['en', '1 hotel found', '6 hotels found'],
    ['it', '1 hotel trovato', '6 hotel trovati'],
    ['ja', 'ホテル1軒が見つかりました', 'ホテル6軒が見つかりました'],
  ])('§1.1 how many there are is said in proper plurals: %s', async (language, one, six) => {
    await i18next.changeLanguage(language);
    const found = (count: number) => i18next.t('found', { ns: 'gastronomy', count });
    expect([found(1), found(6)]).toEqual([one, six]);
  });

  it('§2.55: the strip counts hotels and Michelin stars, and has the lowest price and the largest discount, whatever is filtered', async () => {
    const { user } = await show();
    await user.click(chip('3 étoiles'));
    const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;
    expect(figure('hôtels avec une table étoilée')).toHaveTextContent('6');
    expect(figure('étoiles Michelin en tout')).toHaveTextContent('8');
    expect(figure('la nuit, à partir de')).toHaveTextContent(/220\s€/);
    expect(figure('la plus forte remise')).toHaveTextContent(/-25\s%/);
  });

  it('§2.71: pictures are asked for at half of the page in two columns, at all of it in one', async () => {
    await show();
    const sizes = [...list().querySelectorAll('source, img')].map((picture) => picture.getAttribute('sizes'));
    expect(new Set(sizes)).toEqual(new Set(['(min-width: 1248px) 588px, (min-width: 900px) 47vw, 100vw']));
  });

  it('§9.16: from 220 to 680 euros in the place of 280 to 850, 3 to 5 stars, 1 or 2 of Michelin, no two alike', () => {
    const extent = (values: number[]) => [Math.min(...values), Math.max(...values)];
    expect(extent(GASTRONOMIC_HOTELS.map(({ price }) => price))).toEqual([220, 680]);
    expect(extent(GASTRONOMIC_HOTELS.map(({ originalPrice }) => originalPrice))).toEqual([280, 850]);
    expect(new Set(GASTRONOMIC_HOTELS.map(({ stars }) => stars))).toEqual(new Set([3, 4, 5]));
    expect(new Set(GASTRONOMIC_HOTELS.map(({ michelinStars }) => michelinStars))).toEqual(new Set([1, 2]));
    expect(new Set(GASTRONOMIC_HOTELS.map(({ image }) => image)).size).toBe(6);
  });

  it('§9.16, §3.27: the discount is a rounded percentage; four features, chef, restaurant and stars', async () => {
    await show();
    const bastide = card('La Bastide de Lumiu');
    expect(within(bastide).getByText(/^-25\s%$/)).toBeVisible();
    expect(bastide).toHaveTextContent(/590\s€\s*445\s€\s*par nuit/);
    expect(bastide).toHaveTextContent("L'Agrume");
    expect(bastide).toHaveTextContent('Lisandru Orsatelli');
    expect(within(bastide).getByRole('img', { name: '5 étoiles' })).toBeVisible();
    expect(within(bastide).getByRole('img', { name: '1 étoile Michelin' })).toBeVisible();
    expect(within(bastide).getAllByRole('listitem')).toHaveLength(4);
  });
});

describe('§4 coups de coeur: filters and order', () => {
  it('§4.23, §2.95: a second click on a star filter clears it', async () => {
    const { user } = await show();
    expect(clear()).not.toBeInTheDocument();
    await user.click(chip('4 étoiles'));
    expect(clear()).toBeVisible();
    expect(chip('4 étoiles')).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('heading', { level: 2, name: '2 hôtel(s) trouvé(s)' })).toBeVisible();
    await user.click(chip('4 étoiles'));
    expect(chip('4 étoiles')).toHaveAttribute('aria-pressed', 'false');
    expect(names()).toHaveLength(6);
  });

  it('§4.23, §2.95: the filters for hotel stars and Michelin stars combine; clearing shows all', async () => {
    const { user } = await show();
    await user.click(chip('5 étoiles'));
    await user.click(chip('2 étoiles Michelin'));
    expect(names()).toEqual(['Casa Altamura', 'Villa Sanguinara']);
    await user.click(chip('1 étoile Michelin'));
    expect(names()).toEqual(['La Bastide de Lumiu']);
    await user.click(clear() ?? document.body);
    expect(names()).toHaveLength(6);
    expect(clear()).not.toBeInTheDocument();
  });

  it('§4.23: without results, the filters can be cleared', async () => {
    const { user } = await show();
    await user.click(chip('3 étoiles'));
    await user.click(chip('2 étoiles Michelin'));
    expect(screen.getByRole('heading', { level: 2, name: '0 hôtel(s) trouvé(s)' })).toBeVisible();
    await user.click(clear() ?? document.body);
    expect(names()).toHaveLength(6);
  });

  const figures = () => names().map((name) => GASTRONOMIC_HOTELS.find((hotel) => hotel.name === name));
  it.each([
    ['price-low', 'price', 1],
    ['price-high', 'price', -1],
    ['rating', 'rating', -1],
    ['michelin', 'michelinStars', -1],
  ] as const)('§2.71, §9.23: in the order of %s', async (sort, field, direction) => {
    const { user } = await show();
    const order = screen.getByRole('combobox', { name: 'Trier par' });
    expect(order).toHaveValue('recommended');
    const orders = within(order).getAllByRole('option').map((option) => option.getAttribute('value'));
    expect(orders).toEqual(['recommended', 'price-low', 'price-high', 'rating', 'michelin']);
    const ours = names();
    await user.selectOptions(order, sort);
    const values = figures().map((hotel) => hotel?.[field] ?? 0);
    expect(values).toEqual(values.toSorted((a, b) => direction * (a - b)));
    await user.selectOptions(order, 'recommended');
    expect(names()).toEqual(ours);
  });
});

describe('§2 coups de coeur: booking', () => {
  const SEVEN = ['hotel', 'location', 'checkin', 'checkout', 'guests', 'roomType', 'pricePerNight'];

  it('§2.71: with dates in the address, links to the booking with its seven parameters', async () => {
    await show('/coups-de-coeur?checkin=2031-07-01&checkout=2031-07-04&guests=3');
    const link = within(card('Casa Altamura')).getByRole('link', { name: 'Réserver' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://isula.test');
    expect(address.pathname).toBe('/booking-confirmation');
    expect([...address.searchParams.keys()]).toEqual(SEVEN);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      hotel: 'Casa Altamura', checkin: '2031-07-01', checkout: '2031-07-04', guests: '3', pricePerNight: '680',
    });
  });

  it('§2.71: without dates the calendar opens first', async () => {
    vi.useFakeTimers({ now: new Date('2027-06-15T10:00:00'), toFake: ['Date'] });
    const { user, router } = await show();
    await user.click(within(card('Domaine di u Ceppu')).getByRole('button', { name: 'Réserver' }));
    const calendar = await screen.findByRole('dialog');
    await user.click(within(calendar).getByRole('button', { name: '20 juin 2027' }));
    await user.click(within(calendar).getByRole('button', { name: '23 juin 2027' }));
    await user.click(within(calendar).getByRole('button', { name: 'Confirmer' }));
    const { pathname, search } = router.state.location;
    expect(pathname).toBe('/booking-confirmation');
    const query = new URLSearchParams(search);
    expect([...query.keys()]).toEqual(SEVEN);
    expect([query.get('checkin'), query.get('checkout'), query.get('guests')]).toEqual(['2027-06-20', '2027-06-23', '2']);
    vi.useRealTimers();
  });
});
