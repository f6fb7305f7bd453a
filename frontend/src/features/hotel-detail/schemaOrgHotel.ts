import { isIllustration } from '@/pictures/illustration';
import type { Establishment } from './establishment';

/**
 * The schema.org data of an establishment. The rating is left out without reviews and if it is a sample, and the pictures
 * as far as they are drawn.
 */
export function schemaOrgHotel(establishment: Establishment) {
  const { name, city, location, position, overview, photos, pricePerNight, rating, reviewsCount, amenities, isSample } = establishment;
  const uploaded = photos.filter((photo) => !isIllustration(photo));
  return {
    '@type': 'Hotel',
    name,
    description: overview[0],
    address: { '@type': 'PostalAddress', streetAddress: location, addressLocality: city, addressRegion: 'Corse', addressCountry: 'FR' },
    // A drawing shows no real place.
    ...(uploaded.length > 0 && { image: uploaded.map((photo) => new URL(photo, globalThis.location.origin).href) }),
    ...(pricePerNight > 0 && { priceRange: `${pricePerNight} €` }),
    amenityFeature: amenities.map((amenity) => ({ '@type': 'LocationFeatureSpecification', name: amenity, value: true })),
    ...(position && { geo: { '@type': 'GeoCoordinates', latitude: position.latitude, longitude: position.longitude } }),
    ...(reviewsCount > 0 && !isSample && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: reviewsCount, bestRating: 5, worstRating: 0 },
    }),
  };
}
