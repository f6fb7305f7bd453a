import { screen, within } from '@testing-library/react';
import { Star } from 'lucide-react';
import { Link } from 'react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { averageRating, inOrder, lowestPrice } from '@/domain/sortOrder';
import i18next from '@/i18n';
import { renderComponent, renderRoutes } from '@/testing/render';
import { Benefits } from './Benefits';
import { EstablishmentCard } from './EstablishmentCard';
import { EstablishmentGrid } from './EstablishmentGrid';
import { ListingHero } from './ListingHero';
import { ListingPage } from './ListingPage';
import { StatisticsStrip } from './StatisticsStrip';

beforeAll(() => i18next.loadNamespaces('listing'));

const page = (
  <ListingPage title="Gîtes">
    <ListingHero look="scene" picture="village-1" title="Gîtes de Corse" text="Au village." />
    <StatisticsStrip items={[{ value: '12+', label: 'gîtes' }]} />
    <EstablishmentGrid label="Nos gîtes">
      <EstablishmentCard
        name="Gîte du Col"
        to="/hotel-detail?id=7"
        place="Vizzavona"
        picture="peaks-1"
        rating={4.25}
        reviewsCount={8}
        price={61}
        highlights={['Wi-Fi', 'Jardin', 'Cuisine', 'Parking', 'Terrasse', 'Cheminée']}
      />
    </EstablishmentGrid>
    <Benefits title="Pourquoi un gîte" items={[{ icon: Star, title: 'Libre', text: 'Vos clés.' }]} />
  </ListingPage>
);

describe('§2 listing pages: the composition', () => {
  it('§2.55 has a hero, a strip of figures, a grid of cards and benefits', async () => {
    renderComponent(page);
    expect(await screen.findByRole('heading', { level: 1, name: 'Gîtes de Corse' })).toBeVisible();
    expect(document.title).toMatch(/^Gîtes · /);
    expect(screen.getByText('gîtes').closest('div')).toHaveTextContent('12+');
    expect(within(screen.getByRole('list', { name: 'Nos gîtes' })).getAllByRole('listitem')[0]).toHaveTextContent('Gîte du Col');
    expect(screen.getByRole('region', { name: 'Pourquoi un gîte' })).toHaveTextContent('Vos clés.');
  });

  it('§3.23 a card shows place, rating, reviews, price and a picture, and links to its establishment', async () => {
    const { container } = renderComponent(page);
    expect(await screen.findByRole('link', { name: 'Gîte du Col' })).toHaveAttribute('href', '/hotel-detail?id=7');
    expect(screen.getByText('Vizzavona')).toBeVisible();
    expect(container.querySelector('li img')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: '4,3 sur 5' })).toBeVisible();
    expect(screen.getByText('8 avis')).toBeVisible();
    expect(screen.getByText(/^61\s€$/)).toBeVisible();
    expect(screen.getByText('par nuit')).toBeVisible();
  });

  it('the sizes attribute of a card’s picture matches its layout: a third of the page, or a row', () => {
    const card = { name: 'Gîte du Col', place: 'Vizzavona', picture: 'peaks-1', rating: 4, price: 61 } as const;
    const { container } = renderComponent(
      <ul>
        <EstablishmentCard {...card} />
        <EstablishmentCard {...card} layout="row" />
        <EstablishmentCard {...card} layout="row" sizes="600px" />
      </ul>,
    );
    expect([...container.querySelectorAll('img')].map(({ sizes }) => sizes)).toEqual([
      '(min-width: 1024px) 384px, (min-width: 640px) 47vw, 100vw',
      '(min-width: 768px) 400px, 100vw',
      '600px',
    ]);
  });

  it('§1.1 the place of a card is marked as French', async () => {
    renderComponent(page);
    expect(await screen.findByText('Vizzavona')).toHaveAttribute('lang', 'fr');
  });

  it('§9.9 cards show at most four amenities, and how many more there are', async () => {
    renderComponent(page);
    expect(await screen.findByText('Parking')).toBeVisible();
    expect(screen.queryByText('Terrasse')).not.toBeInTheDocument();
    expect(screen.getByText('+2 autres')).toBeVisible();
  });

  it('§2.5 a navigation scrolls to the top; going back does not', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    const { user, router } = renderRoutes([
      { path: '/', element: <Link to="/gites">{'Vers les gîtes'}</Link> },
      { path: '/gites', element: page },
      { path: '/hotel-detail', element: <p>{'detail'}</p> },
    ]);
    await user.click(await screen.findByRole('link', { name: 'Vers les gîtes' }));
    await screen.findByRole('heading', { level: 1 });
    expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });

    await user.click(screen.getByRole('link', { name: 'Gîte du Col' }));
    await screen.findByText('detail');
    scrollTo.mockClear();
    await router.navigate(-1);
    await screen.findByRole('heading', { level: 1 });
    expect(scrollTo).not.toHaveBeenCalled();
    scrollTo.mockRestore();
  });
});

describe('order and figures of a list', () => {
  const items = [{ price: 90, rating: 4 }, { price: 42, rating: 3.5 }, { price: 195, rating: 4.5 }];

  it('keeps the given order, or sorts by price or rating', () => {
    const pricesIn = (order: Parameters<typeof inOrder>[1]) => inOrder(items, order).map(({ price }) => price);
    expect(pricesIn('recommended')).toEqual([90, 42, 195]);
    expect(pricesIn('priceAsc')).toEqual([42, 90, 195]);
    expect(pricesIn('priceDesc')).toEqual([195, 90, 42]);
    expect(pricesIn('rating')).toEqual([195, 90, 42]);
  });

  it('computes the lowest price and the average rating, which is undefined without items', () => {
    expect(lowestPrice(items)).toBe(42);
    expect(averageRating(items)).toBe(4);
    expect(averageRating([])).toBeUndefined();
  });
});
