import i18next from 'i18next';
import { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import { CLUB_PAGES, isClubPage } from '@/sample-content/clubFormulas';
import { CLUB_HOTELS, type ClubHotel } from '@/sample-content/clubHotels';
import { GASTRONOMIC_HOTELS } from '@/sample-content/gastronomicHotels';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import { isResort, RESORTS } from '@/sample-content/resorts';
import { fold } from '@/text/fold';

/** The prices per night of the hotels that the site knows without the backend. */
export interface SamplePrices {
  /** The price of the room that the club's page offers under this name, if it has one. */
  readonly chosenRoom: number | null;
  /** The usual price first; empty for an unknown hotel. */
  readonly prices: readonly number[];
}

export async function samplePrices(hotel: string, roomType: string): Promise<SamplePrices> {
  const isNamed = ({ name }: { readonly name: string }) => fold(name) === fold(hotel);
  const club = CLUB_HOTELS.find(isNamed);
  const rooms = club ? await roomsOf(club) : [];
  const hotels = [...BUILT_IN_HOTELS, ...REGION_HOTELS, ...GASTRONOMIC_HOTELS].filter(isNamed);
  return {
    chosenRoom: rooms.find(({ name }) => fold(name) === fold(roomType))?.price ?? null,
    prices: [...rooms.map(({ price }) => price), ...hotels.map(({ price }) => price)],
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
