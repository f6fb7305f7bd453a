/**
 * Prefetches the data of the first page before the app has started. The prerendered documents of those pages load this
 * module directly (`build/prerender.ts`), so it imports only what the calls need.
 */
import type { QueryClient } from '@tanstack/react-query';
import { getHotel, hotelQuery, hotelsQuery, listHotels } from '@/api/hotels';
import { filterHotelsByText } from '@/domain/filterHotelsByText';
import { pathWithoutLanguage } from '@/i18n/language';

/** Parameters of a search that do not change the order of its results. */
const SEARCH_PARAMS = new Set(['destination', 'checkin', 'checkout', 'guests', 'lng']);

const { search } = window.location;
const pathname = pathWithoutLanguage(window.location.pathname);
const params = new URLSearchParams(search);
const id = Number(/^[1-9]\d*$/.exec(params.get('id') ?? '')?.[0] ?? 0);

const hotels = pathname === '/search' ? listHotels() : undefined;
const hotel = pathname === '/hotel-detail' && id > 0 ? getHotel(id) : undefined;

// Errors are ignored here: the page requests failed data again and shows the error.
hotels?.then(async (all) => {
  if ([...params.keys()].every((name) => SEARCH_PARAMS.has(name))) {
    await showPicture(filterHotelsByText(all, params.get('destination') ?? '')[0]?.images[0]);
  }
}, ignore);
hotel?.then((found) => showPicture(found?.images[0]), ignore);

/** Puts the prefetched data into the query cache, where the page's queries find it. */
export function seedQueryCache(queryClient: QueryClient): void {
  if (hotels) void queryClient.prefetchQuery({ ...hotelsQuery(), queryFn: () => hotels, retry: false });
  if (hotel) void queryClient.prefetchQuery({ ...hotelQuery(id), queryFn: () => hotel, retry: false });
}

/** Loads the page's first picture and shows it in its placeholder of the prerendered skeleton (`OpeningPicture`). */
async function showPicture(address: string | undefined): Promise<void> {
  if (!address) return;
  const picture = new Image();
  picture.fetchPriority = 'high';
  picture.src = address;
  // This module runs asynchronously: the answer can come before the whole document is parsed.
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
  }
  const place = document.querySelector<HTMLElement>('#root [data-opening]');
  // `src` is the URL as the browser resolved and encoded it, so it cannot contain quotes that end the CSS value.
  if (place) place.style.backgroundImage = `url("${picture.src}")`;
}

function ignore(): void {}
