/**
 * Prefetches the data of the first page before the app has started. The prerendered documents of those pages load this
 * module directly (`build/prerender.ts`), so it imports only what the calls need.
 */
import type { QueryClient } from '@tanstack/react-query';
import { getHotel, hotelQuery, hotelsQuery, listHotels, type Hotel } from '@/api/hotels';
import { filterHotelsByText } from '@/domain/filterHotelsByText';
import { pathWithoutLanguage } from '@/i18n/language';
import { afterPaint } from '@/scheduling/afterPaint';

/** Parameters of a search that do not change the order of its results. */
const SEARCH_PARAMS = new Set(['destination', 'checkin', 'checkout', 'guests', 'lng']);

const { search } = window.location;
const pathname = pathWithoutLanguage(window.location.pathname);
const params = new URLSearchParams(search);
const id = Number(/^[1-9]\d*$/.exec(params.get('id') ?? '')?.[0] ?? 0);

const hotels = pathname === '/search' ? listHotels() : undefined;
const hotel = pathname === '/hotel-detail' && id > 0 ? getHotel(id) : undefined;
/** The address of the page's first picture. */
const picture = hotels?.then(firstFound) ?? hotel?.then((found) => found?.images[0]);

// Errors are ignored here: the page requests failed data again and shows the error.
if (picture) {
  void Promise.all([picture, import('./openingPicture')])
    .then(([address, { show }]) => show(address))
    .catch(() => {})
    .finally(() => afterPaint(letAppStart));
} else {
  letAppStart();
}

/** Tells the document, whose script starts the app (`build/document.ts`), that its first picture is shown, or has none. */
function letAppStart(): void {
  document.documentElement.dataset['opened'] = '';
  dispatchEvent(new Event('opened'));
}

/**
 * Puts the prefetched data into the query cache, where the page's queries find it. Resolves when the page may replace the
 * document's skeleton: that of a hotel when its record has arrived or failed, because the document already shows the
 * hotel; others at once.
 */
export async function seedQueryCache(queryClient: QueryClient): Promise<void> {
  if (hotels) void queryClient.prefetchQuery({ ...hotelsQuery(), queryFn: () => hotels, retry: false });
  if (hotel) await queryClient.prefetchQuery({ ...hotelQuery(id), queryFn: () => hotel, retry: false });
}

function firstFound(all: readonly Hotel[]): string | undefined {
  if (![...params.keys()].every((name) => SEARCH_PARAMS.has(name))) return undefined;
  return filterHotelsByText(all, params.get('destination') ?? '')[0]?.images[0];
}
