/**
 * Asks for what the first page shows before the app is there: the documents of such pages run this module by themselves
 * (`build/prerender.ts`), so it brings along what a call needs and nothing else.
 */
import type { QueryClient } from '@tanstack/react-query';
import { getHotel, hotelQuery, hotelsQuery, listHotels } from '@/api/hotels';
import { filterHotelsByText } from '@/domain/filterHotelsByText';

/** What an address says of a search without changing the order of what is found. */
const SEARCH_PARAMS = new Set(['destination', 'checkin', 'checkout', 'guests', 'lng']);

const { pathname, search } = window.location;
const params = new URLSearchParams(search);
const id = Number(/^[1-9]\d*$/.exec(params.get('id') ?? '')?.[0] ?? 0);

const hotels = pathname === '/search' ? listHotels() : undefined;
const hotel = pathname === '/hotel-detail' && id > 0 ? getHotel(id) : undefined;

// Who shows the page asks again for what did not come, and says so.
hotels?.then((all) => {
  if ([...params.keys()].every((name) => SEARCH_PARAMS.has(name))) {
    showPicture(filterHotelsByText(all, params.get('destination') ?? '')[0]?.images[0]);
  }
}, ignore);
hotel?.then((found) => showPicture(found?.images[0]), ignore);

/** For the page, which will ask for the same. */
export function seedQueryCache(queryClient: QueryClient): void {
  if (hotels) void queryClient.prefetchQuery({ ...hotelsQuery(), queryFn: () => hotels, retry: false });
  if (hotel) void queryClient.prefetchQuery({ ...hotelQuery(id), queryFn: () => hotel, retry: false });
}

/** The page opens with it: its place among the shapes that the build has drawn shows it at once (`OpeningPicture`). */
function showPicture(address: string | undefined): void {
  if (!address) return;
  const picture = new Image();
  picture.fetchPriority = 'high';
  picture.src = address;
  const place = document.querySelector<HTMLElement>('#root [data-opening]');
  // As the browser has it: what could end the value is encoded.
  if (place) place.style.backgroundImage = `url("${picture.src}")`;
}

function ignore(): void {}
