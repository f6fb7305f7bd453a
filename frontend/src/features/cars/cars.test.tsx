import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { CAR_LOCATIONS } from '@/domain/carLocations';
import { CAR_CATEGORIES, CAR_COMPANIES, CARS } from '@/sample-content/cars';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import '@/components/RangeSlider';
import { Component as CarRentalPage } from './CarRentalPage';
import { rentalDays } from '@/domain/carSearch';

const FOUND = '/car-rental?location=airport-ajaccio&pickupDate=2031-07-01&pickupTime=09:00&returnDate=2031-07-05&returnTime=18:00';
const routes = [
  { path: '/car-rental', Component: CarRentalPage },
  { path: '/booking-confirmation', element: <p>booking</p> },
];

beforeAll(() => i18next.loadNamespaces(['cars', 'listing']));

const show = (at = '/car-rental') => renderRoutes(routes, at);
const field = (label: string) => screen.getByLabelText(label);
const submit = () => screen.getByRole('button', { name: 'Rechercher' });
const results = () => screen.queryByRole('list', { name: 'Voitures disponibles' });
const names = () => within(results() ?? document.body).getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
const promotion = () => screen.queryByRole('region', { name: 'Les loueurs les plus demandés' });

describe('§3.7 §9.13 the cars', () => {
  it('there are twelve, of eight categories and four companies, from 23 to 95 euros a day', () => {
    expect(new Set(CARS.map(({ id }) => id)).size).toBe(12);
    expect(new Set(CARS.map(({ category }) => category))).toEqual(new Set(CAR_CATEGORIES));
    expect(new Set(CARS.map(({ company }) => company))).toEqual(new Set(CAR_COMPANIES));
    const prices = CARS.map(({ pricePerDay }) => pricePerDay);
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([23, 95]);
    expect(CAR_LOCATIONS.flatMap(({ ids }) => ids)).toHaveLength(12);
  });
});

describe('§2 /car-rental: before the search', () => {
  it('§2.74 §2.97 shows the promotion and no results', () => {
    show();
    const companies = within(promotion() ?? document.body).getAllByRole('heading', { level: 3 });
    expect(companies.map((heading) => heading.textContent)).toEqual(['Hertz', 'Avis', 'Europcar', 'Sixt']);
    const benefits = screen.getByRole('region', { name: "Louer l'esprit léger" });
    expect(within(benefits).getAllByRole('heading', { level: 3 })).toHaveLength(4);
    expect(results()).not.toBeInTheDocument();
  });

  it('§3.7 §3.21 offers twelve places and every full hour, 10:00 at first', () => {
    show();
    const places = within(field('Lieu de prise en charge')).getAllByRole('option');
    expect(places.slice(1).map((option) => option.textContent)).toEqual([
      "Aéroport d'Ajaccio", 'Aéroport de Bastia', 'Aéroport de Calvi',
      'Ajaccio centre-ville', 'Bastia centre-ville', 'Porto-Vecchio centre-ville', 'Bonifacio centre-ville', 'Calvi centre-ville',
      "Port d'Ajaccio", 'Port de Bastia', "Gare d'Ajaccio", 'Gare de Bastia',
    ]);
    for (const label of ['Heure de départ', 'Heure de retour']) {
      expect(field(label)).toHaveValue('10:00');
      const hours = within(field(label)).getAllByRole('option').map((option) => option.textContent);
      expect(hours).toHaveLength(24);
      expect([hours[0], hours[23]]).toEqual(['00:00', '23:00']);
    }
  });

  it('§1.1 the hours are formatted in the page’s language, with the same values', async () => {
    await i18next.changeLanguage('da');
    show();
    const hour = await screen.findAllByRole('option', { name: '10.00' });
    expect(hour).toHaveLength(2);
    for (const option of hour) expect(option).toHaveValue('10:00');
  });

  it.each([
    ['the place', { 'Date de départ': '2031-07-01', 'Date de retour': '2031-07-05' }],
    ['the first day', { 'Lieu de prise en charge': 'port-bastia', 'Date de retour': '2031-07-05' }],
    ['the last day', { 'Lieu de prise en charge': 'port-bastia', 'Date de départ': '2031-07-01' }],
  ])('§5.15 §5.28 does not search without %s', async (_, values) => {
    const { user } = show();
    for (const [label, value] of Object.entries(values)) fireEvent.change(field(label), { target: { value } });
    await user.click(submit());
    expect(screen.getAllByText('Ce champ est obligatoire.')).toHaveLength(1);
    expect(promotion()).toBeVisible();
    expect(results()).not.toBeInTheDocument();
  });

  it('§5.15 the dates must not be in the past, nor the return before the start', async () => {
    const { user } = show();
    const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Paris' });
    expect(field('Date de départ')).toHaveAttribute('min', today);
    expect(field('Date de retour')).toHaveAttribute('min', today);
    fireEvent.change(field('Date de départ'), { target: { value: '2031-07-05' } });
    expect(field('Date de retour')).toHaveAttribute('min', '2031-07-05');
    fireEvent.change(field('Date de retour'), { target: { value: '2031-07-01' } });
    await user.click(submit());
    expect(screen.getByText('Le retour ne peut pas précéder le départ.')).toBeVisible();
    fireEvent.change(field('Date de départ'), { target: { value: '2020-07-01' } });
    expect(screen.getByText('La date ne peut pas être dans le passé.')).toBeVisible();
  });

  it('§2.74 §4 a valid search replaces the promotion by the results, and is kept in the address', async () => {
    const { user, router } = show();
    await user.selectOptions(field('Lieu de prise en charge'), 'Aéroport de Calvi');
    fireEvent.change(field('Date de départ'), { target: { value: '2031-07-01' } });
    fireEvent.change(field('Date de retour'), { target: { value: '2031-07-05' } });
    await user.click(submit());
    expect(names()).toHaveLength(12);
    expect(promotion()).not.toBeInTheDocument();
    expect(router.state.location.search).toContain('location=airport-calvi');
    expect(screen.getByText(/Aéroport de Calvi, du .*1 juil.* au .*5 juil/)).toBeVisible();
  });
});

describe('§4.20 /car-rental: the filters apply at once', () => {
  it.each([
    ['Économique', ['Fiat Panda', 'Renault Twingo']],
    ['Compacte', ['Peugeot 208', 'Volkswagen Golf']],
    ['Berline', ['Peugeot 508', 'BMW Série 3']],
    ['SUV', ['Dacia Duster', 'Toyota RAV4']],
    ['Monospace', ['Volkswagen Touran']],
    ['Cabriolet', ['Fiat 500C']],
    ['Utilitaire', ['Renault Trafic']],
    ['Électrique', ['Tesla Model 3']],
  ])('§4.20 §3.21 by category: %s', async (category, cars) => {
    const { user } = show(FOUND);
    expect(screen.getByRole('button', { name: 'Toutes', pressed: true })).toBeVisible();
    await user.click(screen.getByRole('button', { name: category }));
    expect(screen.getByRole('button', { name: category, pressed: true })).toBeVisible();
    expect(names()).toEqual(cars);
    await user.click(screen.getByRole('button', { name: 'Toutes' }));
    expect(names()).toHaveLength(12);
  });

  it('§4.20 §3.21 §9.13 by price, on a slider from 0 to 200', async () => {
    show(FOUND);
    const [low, high] = await screen.findAllByRole('slider');
    expect([low, high].map((thumb) => [thumb?.getAttribute('min'), thumb?.getAttribute('max')])).toEqual([['0', '200'], ['0', '200']]);
    expect(low).toHaveValue('0');
    expect(high).toHaveValue('200');
    fireEvent.change(high ?? document.body, { target: { value: '30' } });
    expect(names()).toEqual(['Fiat Panda', 'Renault Twingo']);
    fireEvent.change(low ?? document.body, { target: { value: '25' } });
    expect(names()).toEqual(['Renault Twingo']);
    expect(screen.getByText('1 voiture')).toBeVisible();
  });

  it('§8.13 §8.28 no car: the empty state, with a button to clear the filters', async () => {
    const { user } = show(FOUND);
    const [, high] = await screen.findAllByRole('slider');
    fireEvent.change(high ?? document.body, { target: { value: '5' } });
    expect(results()).not.toBeInTheDocument();
    expect(screen.getByText('Aucune voiture trouvée')).toBeVisible();
    expect(screen.getByText('Essayez de modifier vos critères de recherche.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(names()).toHaveLength(12);
  });
});

describe('§5.15 what a rental costs', () => {
  it.each([
    ['2031-07-01', '2031-07-05', 4],
    ['2031-07-05', '2031-07-01', 4],
    ['2031-07-01', '2031-07-01', 1],
    ['2031-07-01', '', 1],
  ])('from %s to %s: %i days', (from, to, days) => expect(rentalDays(from, to)).toBe(days));

  it('§2.74 §3.20 each card shows its total and links to the booking of the car for these dates', async () => {
    const { user, router } = show(FOUND);
    const card = screen.getByRole('heading', { name: 'Peugeot 208' }).closest('li') ?? document.body;
    expect(card).toHaveTextContent(/32\s€ par jour/);
    expect(card).toHaveTextContent(/128\s€ pour 4\sjours/);
    for (const text of ['Compacte', 'Hertz', '5 places', '5 portes', 'Manuelle', 'Essence', 'Climatisation']) {
      expect(card).toHaveTextContent(text);
    }
    await user.click(within(card).getByRole('link', { name: /^Réserver maintenant/ }));
    expect(router.state.location.pathname).toBe('/booking-confirmation');
    expect(router.state.location.search).toMatch(/^\?type=car&id=3&/);
  });
});
