import type { Hotel } from '@/api/hotels';
import { hotelAddress } from '@/domain/hotelAddress';
import { useAmenityName } from '@/product/AmenityName';
import { EstablishmentCard } from './EstablishmentCard';
import { EstablishmentGrid } from './EstablishmentGrid';

/** The cards of hotels of the backend. §9: prices are rounded to whole euros. */
export function HotelGrid({ label, hotels }: { label: string; hotels: readonly Hotel[] }) {
  const amenityName = useAmenityName();
  return (
    <EstablishmentGrid label={label}>
      {hotels.map((hotel) => (
        <EstablishmentCard
          key={hotel.id}
          name={hotel.name}
          to={hotelAddress(hotel.id)}
          place={placeOf(hotel)}
          photo={hotel.images[0]}
          price={Math.round(hotel.pricePerNight)}
          rating={hotel.rating}
          reviewsCount={hotel.reviewsCount}
          highlights={hotel.amenities.map(amenityName)}
        />
      ))}
    </EstablishmentGrid>
  );
}

function placeOf({ city, location }: Hotel): string {
  return location.includes(city) ? location : [location, city].filter(Boolean).join(', ');
}
