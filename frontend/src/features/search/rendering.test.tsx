import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { hotelRow } from '@/testing/hotels';
import type * as Cards from './ResultCard';
import './ResultsMap';
import { cards, hotels, show } from './searchPageTesting';

const drawn = vi.hoisted(() => vi.fn());
vi.mock('./ResultCard', async (original) => {
  const { ResultCard } = await original<typeof Cards>();
  const { memo } = await import('react');
  return {
    ResultCard: memo(function Counted(props: React.ComponentProps<typeof ResultCard>) {
      drawn(props.hotel.name);
      return <ResultCard {...props} />;
    }),
  };
});

const ROWS = Array.from({ length: 12 }, (_, index) =>
  hotelRow({ id: index + 1, name: `Hôtel ${index + 1}`, price_per_night: 60 + 10 * index, amenities: index < 6 ? ['Piscine'] : [] }),
);

describe('§2.37 a press renders only what it changes', () => {
  beforeEach(() => hotels(ROWS));

  async function shown() {
    const view = show('/search');
    await cards();
    await waitFor(() => expect(drawn).toHaveBeenCalledWith('Hôtel 12'));
    drawn.mockClear();
    return view;
  }

  it('the map opens and closes without a new render of a card', async () => {
    const { user, router } = await shown();
    await user.click(screen.getByRole('button', { name: 'Carte' }));
    expect(await screen.findByRole('region', { name: 'Carte des hébergements' })).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe('?view=map'));
    await user.hover(screen.getByRole('link', { name: 'Hôtel 3' }));
    await user.click(screen.getByRole('button', { name: 'Carte' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(drawn.mock.calls).toEqual([]);
  });

  it('a filter renders none of the cards that stay', async () => {
    const { user, router } = await shown();
    await user.click(screen.getByRole('checkbox', { name: /^Piscine/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Hôtel 7' })).not.toBeInTheDocument());
    await waitFor(() => expect(router.state.location.search).toBe('?amenities=pool'));
    expect(drawn.mock.calls).toEqual([]);
  });
});
