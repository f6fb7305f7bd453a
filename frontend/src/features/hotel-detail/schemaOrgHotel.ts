import { isIllustration } from '@/pictures/illustration';
import type { Establishment } from './establishment';

/**
 * The schema.org data of an establishment, without drawn pictures. It has no rating, because the figures of the backend
 * also count the sample reviews; the document that `functions/hotel-pages` fills in has that of the accounts' reviews.
 */
export function schemaOrgHotel(establishment: Establishment) {
  const { name, city, location, position, overview, photos, pricePerNight, amenities } = establishment;
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
  };
}
