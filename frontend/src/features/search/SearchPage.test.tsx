import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setConsent } from '@/consent/consent';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import '@/widgets/search-form/DatesDialog';
import { bellaVista, cards, hotels, mouettes, palmiers, show } from './searchPageTesting';

afterEach(() => void vi.useRealTimers());

describe('§2 search results', () => {
  it('§5.6 call 6: one request, filtered in the browser by the destination', async () => {
    const asked = hotels([bellaVista, palmiers, mouettes]);
    show('/search?destination=ajaccio');
    expect(await cards()).toEqual(['Hôtel Les Palmiers', 'Les Mouettes']);
    expect(asked.mock.calls).toEqual([['select=*&is_active=eq.true']]);
    expect(screen.getByText('2 hébergements trouvés')).toBeInTheDocument();
  });

  it('§2.36, §5.6 a region stands for its towns, and is shown under its name', async () => {
    hotels([bellaVista, palmiers]);
    show('/search?destination=balagne');
    expect(await cards()).toEqual(['Hôtel Bella Vista']);
    expect(screen.getByRole('heading', { level: 1, name: /Balagne/ })).toBeInTheDocument();
  });

  it('§7.19 a region without hotels shows those nearest to it', async () => {
    hotels([bellaVista, hotelRow({ id: 11, name: 'Hôtel A Strada', city: 'Bastia', location: 'Quartier du Fangu, Bastia' })]);
    show('/search?destination=Cap Corse');
    expect(await screen.findByText(/"Cap Corse"\. Voici les hébergements disponibles à Bastia, la ville la plus proche\./)).toBeInTheDocument();
    expect(await cards()).toEqual(['Hôtel A Strada']);
  });

  it('§2.36 title and breadcrumb name the destination', async () => {
    hotels([bellaVista]);
    show('/search?destination=Calvi');
    expect(await screen.findByRole('heading', { level: 1, name: /Calvi/ })).toBeInTheDocument();
    expect(screen.getByRole('navigation', { name: "Fil d'Ariane" })).toHaveTextContent('Accueil > Hôtels > Calvi');
    await waitFor(() => expect(document.title).toContain('Calvi'));
  });

  it('§1.1 the description is about this search, not about the site', async () => {
    hotels([bellaVista]);
    show('/search?destination=Calvi');
    await cards();
    expect(document.head.querySelector('meta[name="description"]')?.getAttribute('content')).toMatch(/^Calvi\s: hôtels, villas/);
  });

  it('§1.1 a card’s location is marked as French', async () => {
    hotels([palmiers]);
    show('/search?destination=Ajaccio');
    expect(await screen.findByText('Centre-ville, Ajaccio')).toHaveAttribute('lang', 'fr');
  });

  it('§2.37 cards link with dates and guests, and show the price of the stay', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2027, 5, 2, 12) });
    hotels([bellaVista]);
    show('/search?destination=Calvi&checkin=2027-06-12&checkout=2027-06-15&guests=3');
    const link = await screen.findByRole('link', { name: 'Hôtel Bella Vista' });
    expect(link).toHaveAttribute('href', '/hotel-detail?id=3&checkin=2027-06-12&checkout=2027-06-15&guests=3');
    const card = link.closest('li');
    expect(card).toHaveTextContent(/79\s€\s*par nuit/);
    expect(card).toHaveTextContent(/237\s€ pour 3 nuits/);
  });

  it('§9.9 cards show at most four amenities', async () => {
    hotels([hotelRow({ amenities: ['Wi-Fi gratuit', 'Piscine', 'Parking', 'Jardin', 'Restaurant', 'Vue mer'] })]);
    show('/search?destination=Calvi');
    await cards();
    const list = screen.getByRole('list', { name: 'Liste des hébergements' });
    expect(within(list).getByText('Jardin')).toBeInTheDocument();
    expect(within(list).queryByText('Restaurant')).not.toBeInTheDocument();
    expect(within(list).getByText('+2 autres')).toBeInTheDocument();
  });

  it('§2.37 many results: shows a page of placeholders at once and then its cards; a button shows more', async () => {
    const many = Array.from({ length: 40 }, (_, index) => hotelRow({ id: index + 1, name: `Hôtel ${index + 1}` }));
    hotels(many);
    const { user } = show('/search');
    await cards();
    const list = screen.getByRole('list', { name: 'Liste des hébergements' });
    const titles = () => within(list).getAllByRole('heading', { level: 2 });
    expect(list.children).toHaveLength(24);
    await waitFor(() => expect(titles()).toHaveLength(24));
    expect(screen.getByText('24 sur 40')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Afficher 16 hébergements de plus' }));
    await waitFor(() => expect(titles()).toHaveLength(40));
    await waitFor(() => expect(within(list).getByRole('link', { name: 'Hôtel 25' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: /de plus$/ })).not.toBeInTheDocument();
  });

  it('§4.29 shows the loading state, then the results', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    backend.use(
      http.get('*/rest/v1/hotels', async () => {
        await held;
        return HttpResponse.json([bellaVista]);
      }),
    );
    show('/search?destination=Calvi');
    expect(await screen.findByText('Recherche des hébergements en cours')).toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'Liste des hébergements' })).not.toBeInTheDocument();
    answer();
    expect(await cards()).toEqual(['Hôtel Bella Vista']);
    expect(screen.queryByText('Recherche des hébergements en cours')).not.toBeInTheDocument();
  });

  it('§9.28 offers ten amenities', async () => {
    hotels([bellaVista]);
    show('/search?destination=Calvi');
    await cards();
    const amenities = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.querySelector('span')?.textContent);
    expect(amenities).toEqual([
      'Wi-Fi gratuit', 'Piscine', 'Parking', 'Climatisation', 'Restaurant', 'Vue mer', 'Petit-déjeuner', 'Plage privée', 'Jardin', 'Vue sur port',
    ]);
  });

  it('§9.4 filters and sort order are in the address', async () => {
    hotels([bellaVista, palmiers, mouettes]);
    const { user, router } = show('/search');
    await cards();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Trier par' }), 'priceDesc');
    expect(await cards()).toEqual(['Les Mouettes', 'Hôtel Bella Vista', 'Hôtel Les Palmiers']);
    const under100 = screen.getByRole('button', { name: /^50\s€ à 100\s€$/ });
    await user.click(under100);
    expect(under100).toHaveAttribute('aria-pressed', 'true');
    expect(await cards()).toEqual(['Hôtel Bella Vista', 'Hôtel Les Palmiers']);
    await user.click(screen.getByRole('button', { name: '9+ Exceptionnel' }));
    expect(await cards()).toEqual(['Hôtel Les Palmiers']);
    // The address follows after the paint.
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
        budget: 'from50to100',
        rating: '4.5',
        sort: 'priceDesc',
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(await cards()).toHaveLength(3);
  });

  it('§2.38, §4.29 empty: filters without results show the empty state and can be cleared', async () => {
    hotels([bellaVista]);
    const { user } = show('/search?destination=Calvi&budget=over200');
    expect(await screen.findByRole('heading', { name: 'Aucun hébergement trouvé' })).toBeInTheDocument();
    expect(screen.getByText('Essayez de modifier vos critères de recherche')).toBeInTheDocument();
    await user.click(screen.getAllByRole('button', { name: 'Effacer les filtres' })[0] ?? document.body);
    expect(await cards()).toEqual(['Hôtel Bella Vista']);
  });

  it('§4.10 date picker: Confirm is disabled until both dates are set', async () => {
    hotels([bellaVista]);
    const { user, router } = show('/search?destination=Calvi');
    await cards();
    await user.click(screen.getByRole('button', { name: /^Dates/ }));
    const confirm = await screen.findByRole('button', { name: 'Confirmer' });
    expect(confirm).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Mois suivant' }));
    const days = within(screen.getAllByRole('table')[0] ?? document.body).getAllByRole('button');
    await user.click(days[9] ?? document.body);
    expect(confirm).toBeDisabled();
    await user.click(days[12] ?? document.body);
    await user.click(confirm);
    await waitFor(() => expect(router.state.location.search).toMatch(/checkin=\d{4}-\d\d-10&checkout=\d{4}-\d\d-13/));
  });
});

describe('§8 hotel search messages', () => {
  it('§7.19, §8.5, §8.18, §4.29 hotel search: no hotels at the destination, so those of the nearest town', async () => {
    hotels([bellaVista, palmiers]);
    show('/search?destination=Lumio');
    expect(
      await screen.findByText(
        'Aucun hébergement trouvé pour "Lumio". Voici les hébergements disponibles à Calvi, la ville la plus proche.',
      ),
    ).toBeInTheDocument();
    expect(await cards()).toEqual(['Hôtel Bella Vista']);
  });

  it('§7.19, §8.5, §8.18 hotel search: no hotels nearby, so a selection of ten', async () => {
    const asked = hotels([palmiers], [palmiers]);
    show('/search?destination=Lumio');
    expect(
      await screen.findByText('Aucun hébergement trouvé pour "Lumio". Voici une sélection d\'hébergements disponibles en Corse.'),
    ).toBeInTheDocument();
    expect(asked).toHaveBeenLastCalledWith('select=*&is_active=eq.true&limit=10');
  });

  it('§7.19, §8.5, §8.18 hotel search: no hotels at all', async () => {
    hotels([], []);
    show('/search?destination=Lumio');
    expect(
      await screen.findByText('Aucun hébergement trouvé pour "Lumio". Veuillez essayer une autre destination.'),
    ).toBeInTheDocument();
  });

  it('§8.5, §8.18 hotel search: no connection', async () => {
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.error()));
    show('/search?destination=Calvi');
    expect(await screen.findByRole('alert', {}, { timeout: 15_000 })).toHaveTextContent('Impossible de se connecter à la base de données');
  });

  it('§8.5, §8.18 hotel search: an error response', async () => {
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json({ message: 'no' }, { status: 400 })));
    show('/search?destination=Calvi');
    expect(await screen.findByRole('alert')).toHaveTextContent('Erreur lors de la recherche des hébergements');
  });
});

describe('§8 geolocation', () => {
  const original = navigator.geolocation;
  const geolocation = (answer: Partial<Geolocation>) =>
    Object.defineProperty(navigator, 'geolocation', { value: answer, configurable: true });
  afterEach(() => {
    Object.defineProperty(navigator, 'geolocation', { value: original, configurable: true });
    vi.unstubAllEnvs();
  });
  const at = (latitude: number, longitude: number) =>
    geolocation({
      getCurrentPosition(done) {
        const unknown = { altitude: null, altitudeAccuracy: null, heading: null, speed: null };
        const coords = { latitude, longitude, accuracy: 10, ...unknown, toJSON: () => ({}) };
        done({ coords, timestamp: 0, toJSON: () => ({}) });
      },
    });

  it('§5.5 geolocation: the nearest known town becomes the destination', async () => {
    hotels([bellaVista, palmiers]);
    at(42.55, 8.76);
    const { router } = show('/search?geolocation=true');
    expect(await cards()).toEqual(['Hôtel Bella Vista']);
    expect(router.state.location.search).toBe('?destination=Calvi');
  });

  it('§8.4, §8.17 geolocation: far from the island, Ajaccio with a notice', async () => {
    hotels([bellaVista, palmiers]);
    at(50.85, 4.35);
    show('/search?geolocation=true');
    expect(
      await screen.findByText('Vous semblez être loin de la Corse. Nous avons sélectionné Ajaccio comme destination par défaut.'),
    ).toBeInTheDocument();
    expect(await cards()).toEqual(['Hôtel Les Palmiers']);
  });

  it.each([
    [1, 'Accès à la géolocalisation refusé. Veuillez activer la géolocalisation dans votre navigateur.'],
    [2, 'Position non disponible. Veuillez saisir manuellement votre destination.'],
    [3, 'Délai de géolocalisation dépassé. Veuillez saisir manuellement votre destination.'],
    [9, 'Erreur de géolocalisation. Veuillez saisir manuellement votre destination.'],
  ])('§8.4, §8.17 geolocation: code %i', async (code, message) => {
    hotels([bellaVista]);
    geolocation({
      getCurrentPosition: (_done, fail) =>
        fail?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 }),
    });
    show('/search?geolocation=true');
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it('§8.4, §8.17 geolocation: an unsupported browser', async () => {
    hotels([bellaVista]);
    Reflect.deleteProperty(navigator, 'geolocation');
    show('/search?geolocation=true');
    expect(await screen.findByText("La géolocalisation n'est pas supportée par votre navigateur")).toBeInTheDocument();
  });

  it('§8.4, §8.17 geolocation: reverse geocoding fails', async () => {
    vi.stubEnv('VITE_GEOCODER_URL', 'https://geocoder.example/v1/json');
    vi.stubEnv('VITE_GEOCODER_KEY', 'a-key');
    setConsent('geocoder', true);
    hotels([bellaVista]);
    backend.use(http.get('https://geocoder.example/v1/json', () => new HttpResponse(null, { status: 402 })));
    at(42.55, 8.76);
    show('/search?geolocation=true');
    expect(
      await screen.findByText('Erreur lors de la recherche de votre position. Veuillez saisir manuellement votre destination.'),
    ).toBeInTheDocument();
  });
});
