import { hotelAddress } from '@/domain/hotelAddress';
import type { ListedEstablishment } from '@/sample-content/listedEstablishment';
import { EstablishmentCard, type EstablishmentCardProps } from './EstablishmentCard';

type OfTheEstablishment = 'name' | 'place' | 'rating' | 'reviewsCount' | 'price' | 'picture';
type ListedCardProps = { establishment: ListedEstablishment } & Omit<EstablishmentCardProps, OfTheEstablishment>;

/** The card of a sample establishment. It links to the hotel with the same id. */
export function ListedCard({ establishment, ...rest }: ListedCardProps) {
  const { id, name, location, price, rating, reviews, picture } = establishment;
  return (
    <EstablishmentCard
      name={name}
      to={hotelAddress(id)}
      place={location}
      price={price}
      rating={rating}
      reviewsCount={reviews}
      picture={picture}
      {...rest}
    />
  );
}
