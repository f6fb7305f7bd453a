import i18next from 'i18next';
import { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import { CLUB_PAGES, isClubPage } from '@/sample-content/clubFormulas';
import { CLUB_HOTELS, type ClubHotel } from '@/sample-content/clubHotels';
import { GASTRONOMIC_HOTELS } from '@/sample-content/gastronomicHotels';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import { isResort, RESORTS } from '@/sample-content/resorts';
import { fold } from '@/text/fold';

/** The prices per night of a hotel that the site knows without the backend, the usual one first. */
export interface SamplePrices {
  /** Of hotels that only the site lists, and of the club's room of this name. The backend has no better ones. */
  readonly own: readonly number[];
  /** Of hotels that the backend may have too. */
  readonly others: readonly number[];
}

export async function samplePrices(hotel: string, roomType: string): Promise<SamplePrices> {
  const isNamed = ({ name }: { readonly name: string }) => fold(name) === fold(hotel);
  const club = CLUB_HOTELS.find(isNamed);
  const rooms = club ? await roomsOf(club) : [];
  const chosen = rooms.filter(({ name }) => fold(name) === fold(roomType));
  const listedHere = [...REGION_HOTELS, ...GASTRONOMIC_HOTELS].filter(isNamed);
  return {
    own: [...chosen, ...listedHere].map(({ price }) => price),
    others: [...rooms, ...BUILT_IN_HOTELS.filter(isNamed)].map(({ price }) => price),
  };
}

async function roomsOf({ slug }: ClubHotel): Promise<readonly { readonly name: string; readonly price: number }[]> {
  if (isResort(slug)) {
    await i18next.loadNamespaces('resorts');
    return RESORTS[slug].options.map(({ text, pricePerNight }) => ({ name: i18next.t(`resorts:room.${text}.name`), price: pricePerNight }));
  }
  if (!isClubPage(slug)) return [];
  await i18next.loadNamespaces('club-pages');
  return CLUB_PAGES[slug].options.map(({ text, pricePerNight }) => ({ name: i18next.t(`club-pages:formula.${text}.name`), price: pricePerNight }));
}
