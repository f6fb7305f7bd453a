import i18next from 'i18next';
import { STANDARD_CAPACITY, type StayTerms } from '@/domain/stayTerms';
import { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import { CLUB_PAGES, isClubPage } from '@/sample-content/clubFormulas';
import { CLUB_HOTELS, type ClubHotel } from '@/sample-content/clubHotels';
import type { ClubStay, StayOption } from '@/sample-content/clubStay';
import { GASTRONOMIC_HOTELS } from '@/sample-content/gastronomicHotels';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import { isResort, RESORTS } from '@/sample-content/resorts';
import { fold } from '@/text/fold';

/** What the site itself knows of a stay, without the backend. */
interface SampleStay {
  /** Prices per night of hotels that only the site lists, and of the club's room of this name, the usual one first. */
  readonly own: readonly number[];
  /** Prices of hotels that the backend may have too. */
  readonly others: readonly number[];
  readonly terms: Partial<StayTerms>;
}

export async function sampleStay(hotel: string, roomType: string): Promise<SampleStay> {
  const isNamed = ({ name }: { readonly name: string }) => fold(name) === fold(hotel);
  const club = CLUB_HOTELS.find(isNamed);
  const stay = club && clubStay(club);
  const rooms = club ? await roomsOf(club) : [];
  const chosen = rooms.find(({ name }) => fold(name) === fold(roomType));
  const gastronomic = GASTRONOMIC_HOTELS.filter(isNamed);
  const [reduced] = gastronomic;
  return {
    own: [...(chosen ? [chosen.option.pricePerNight] : []), ...[...REGION_HOTELS.filter(isNamed), ...gastronomic].map(({ price }) => price)],
    others: [...rooms.map(({ option }) => option.pricePerNight), ...BUILT_IN_HOTELS.filter(isNamed).map(({ price }) => price)],
    terms: {
      ...(stay && { cancellationHours: stay.cancellationHours }),
      ...(chosen && { board: chosen.option.board, capacity: chosen.option.guests }),
      ...(reduced && { board: 'dinner', capacity: STANDARD_CAPACITY, usualPrice: reduced.originalPrice }),
    },
  };
}

function clubStay({ slug }: ClubHotel): ClubStay | undefined {
  if (isResort(slug)) return RESORTS[slug];
  return isClubPage(slug) ? CLUB_PAGES[slug] : undefined;
}

interface NamedOption {
  readonly name: string;
  readonly option: StayOption;
}

async function roomsOf({ slug }: ClubHotel): Promise<readonly NamedOption[]> {
  if (isResort(slug)) {
    await i18next.loadNamespaces('resorts');
    return RESORTS[slug].options.map((option) => ({ name: i18next.t(`resorts:room.${option.text}.name`), option }));
  }
  if (!isClubPage(slug)) return [];
  await i18next.loadNamespaces('club-pages');
  return CLUB_PAGES[slug].options.map((option) => ({ name: i18next.t(`club-pages:formula.${option.text}.name`), option }));
}
