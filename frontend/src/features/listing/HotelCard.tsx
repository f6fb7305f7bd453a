import type { Hotel } from '@/api/hotels';
import { EstablishmentCard } from './EstablishmentCard';

/** The card of an establishment of the backend. §9: the price is rounded to whole euros. */
export function HotelCard({ hotel }: { hotel: Hotel }) {
  const { id, name, city, location, images, rating, reviewsCount, pricePerNight, amenities } = hotel;
  return (
    <EstablishmentCard
      name={name}
      to={`/hotel-detail?id=${id}`}
      place={location.includes(city) ? location : [location, city].filter(Boolean).join(', ')}
      photo={images[0]}
      price={Math.round(pricePerNight)}
      rating={rating}
      reviewsCount={reviewsCount}
      highlights={amenities}
    />
  );
}
