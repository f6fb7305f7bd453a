import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import { ButtonLink } from '@/components/Button';
import { Card } from '@/components/Card';
import { Carousel } from '@/components/Carousel';
import { hotelAddress } from '@/domain/hotelAddress';
import { HotelPicture } from '@/product/HotelPicture';
import { Place } from '@/product/Place';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import { CardSkeleton, Loading } from '@/components/Skeleton';
import { useHydrating } from '@/components/useHydrating';
import { useMediaQuery } from '@/components/useMediaQuery';
import { isOfType } from '@/domain/propertyTypes';
import { useFormat } from '@/i18n/useFormat';
import styles from './CheapestHotels.module.css';
import { Section } from './Section';

const ITEMS = 10;
const ITEMS_ON_A_PHONE = 6;
/** Keeps the line of a text that is not known yet. */
const LINE = '\u00a0';

/** §2 Home: the ten cheapest hotels; six on a phone. */
export function CheapestHotels() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const isWide = useMediaQuery('(min-width: 768px)');
  const items = isWide ? ITEMS : ITEMS_ON_A_PHONE;
  const query = useQuery({ ...hotelsQuery(), select: cheapestFirst });
  const isHydrating = useHydrating();
  const isPending = query.isPending || isHydrating;
  const data = isHydrating ? undefined : query.data;
  const cheapest = data?.slice(0, items) ?? [];
  const lowest = cheapest[0];
  // After a failed request, the home page shows its other sections.
  if (!isPending && !lowest) return null;
  return (
    <Section
      title={t('cheapest.title')}
      text={lowest ? t('cheapest.from', { price: format.price(lowest.pricePerNight) }) : LINE}
      aside={
        <ButtonLink to="/search?sort=priceAsc" variant="quiet" size="sm">
          {t('cheapest.all')}
        </ButtonLink>
      }
    >
      {isPending ? (
        <Loading className={styles['loading']}>
          {Array.from({ length: 4 }, (_, index) => (
            <CardSkeleton key={index} />
          ))}
        </Loading>
      ) : (
        <Carousel label={t('cheapest.title')}>
          {cheapest.map((hotel) => (
            <CheapHotel key={hotel.id} hotel={hotel} />
          ))}
        </Carousel>
      )}
    </Section>
  );
}

function CheapHotel({ hotel }: { hotel: Hotel }) {
  return (
    <Card
      picture={<HotelPicture src={hotel.images[0]} alt="" sizes="260px" />}
      title={hotel.name}
      to={hotelAddress(hotel.id)}
      place={<Place>{hotel.city}</Place>}
      foot={<Price euros={hotel.pricePerNight} perNight />}
    >
      <RatingPill rating={hotel.rating} reviewsCount={hotel.reviewsCount} />
    </Card>
  );
}

/**
 * Excludes campsites and gîtes, which would fill the list, and hotels without a price. A hotel without a property type
 * counts as a hotel.
 */
function cheapestFirst(establishments: Hotel[]): Hotel[] {
  const isHotel = (one: Hotel) => one.propertyType === '' || isOfType(one, 'hotel');
  const hotels = establishments.filter((one) => isHotel(one) && one.pricePerNight > 0);
  return hotels.toSorted((a, b) => a.pricePerNight - b.pricePerNight);
}
