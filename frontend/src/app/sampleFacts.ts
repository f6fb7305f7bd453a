/**
 * What a server must know of the sample content, to fill in the documents of its hotels and regions. The build writes it
 * into these documents as JSON, in their language (`build/prerender.ts`).
 */
import type { Tables } from '@/api/database.types';
import { KNOWN_NAMES } from '@/domain/hotelNames';
import type { Establishment } from '@/features/hotel-detail/establishment';
import { builtInOverview, fromDetailedHotel, regionOverview } from '@/features/hotel-detail/fromDetailedHotel';
import { REGIONS } from '@/geography/regions';
import i18next from '@/i18n';
import type { Language } from '@/i18n/language';
import { pictureAddress } from '@/pictures/manifest';
import { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import { REGION_HOTELS, type KnownRegionHotel } from '@/sample-content/regionHotels';

/** A hotel in the columns of the table `hotels`. Its description is in the document's language. */
interface HotelFacts
  extends Pick<
    Tables<'hotels'>,
    | 'name'
    | 'city'
    | 'location'
    | 'description'
    | 'images'
    | 'amenities'
    | 'rating'
    | 'reviews_count'
    | 'price_per_night'
    | 'property_type'
    | 'latitude'
    | 'longitude'
  > {
  /** The value of `id` in the address of its page. */
  readonly id: string;
}

/** For the documents of hotels: those that need no backend, and the ids of the names that links have in place of an id. */
export async function hotelFacts(language: Language) {
  await i18next.loadNamespaces(['built-in-hotels', 'region-hotels', 'region-hotel-details']);
  const texts = i18next.getFixedT(language, 'built-in-hotels');
  const regionTexts = i18next.getFixedT(language, ['region-hotels', 'region-hotel-details'] as const);
  return {
    hotels: [
      ...BUILT_IN_HOTELS.map((hotel) => factsOf(fromDetailedHotel(hotel, { overview: builtInOverview(hotel, texts), reviews: [] }))),
      ...REGION_HOTELS.map((hotel) => factsOf(fromDetailedHotel(hotel, { overview: regionOverview(hotel, regionTexts), reviews: [] }))),
    ],
    names: Object.fromEntries(KNOWN_NAMES.map(([name, id]) => [name, String(id)])),
  };
}

/** For the documents of regions. Their hotels have the one paragraph that the page shows. */
export async function regionFacts(language: Language) {
  await i18next.loadNamespaces(['region-hotels']);
  const t = i18next.getFixedT(language, ['region-hotels', 'common'] as const);
  const listed = (hotel: KnownRegionHotel) => factsOf(fromDetailedHotel(hotel, { overview: [t(`items.${hotel.id}`)], reviews: [] }));
  return {
    regions: REGIONS.map(({ key, name, towns, picture }) => {
      const heading = t(`common:region.${key}`);
      return {
        name,
        /** The query in the address of its page. */
        query: new URLSearchParams({ region: name }).toString(),
        heading,
        title: t('title', { region: heading }),
        text: t(`regions.${key}`),
        picture: pictureAddress(picture),
        towns,
        hotels: REGION_HOTELS.filter(({ region }) => region === key).map(listed),
      };
    }),
  };
}

function factsOf(hotel: Establishment): HotelFacts {
  return {
    id: String(hotel.id),
    name: hotel.name,
    city: hotel.city,
    location: hotel.location,
    description: hotel.overview.join('\n'),
    // Only the cover.
    images: hotel.photos.slice(0, 1),
    amenities: [...hotel.amenities],
    rating: hotel.rating,
    reviews_count: hotel.reviewsCount,
    price_per_night: hotel.pricePerNight,
    property_type: 'hotel',
    latitude: hotel.position?.latitude ?? null,
    longitude: hotel.position?.longitude ?? null,
  };
}
