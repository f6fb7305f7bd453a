import { Images, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { createSearchParams } from 'react-router';
import type { Hotel } from '@/api/hotels';
import { ButtonLink } from '@/components/Button';
import { Card } from '@/components/Card';
import { HotelPicture } from '@/components/HotelPicture';
import { Price } from '@/components/Price';
import { RatingPill } from '@/components/RatingPill';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { nightsOf } from '@/features/search-form/dateRange';
import { useFormat } from '@/i18n/useFormat';
import { AmenityTags } from './AmenityTags';
import styles from './ResultCard.module.css';
import { searchParams, type Search } from './searchAddress';

interface ResultCardProps {
  hotel: Hotel;
  search: Search;
  /** Among the first that show. */
  priority: boolean;
  onOpenPhotos: () => void;
}

export function ResultCard({ hotel, search, priority, onOpenPhotos }: ResultCardProps) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const nights = nightsOf(search.dates);
  const to = `/hotel-detail?${detailParams(hotel, search)}`;
  const photos = hotel.images.length;
  return (
    <Card
      as="li"
      layout="row"
      className={styles['card'] ?? ''}
      picture={<HotelPicture src={hotel.images[0]} alt="" priority={priority} className={styles['picture'] ?? ''} />}
      badge={
        photos > 0 && (
          <button type="button" onClick={onOpenPhotos} className={styles['photos']}>
            <Images aria-hidden />
            {t('card.photos', { count: photos })}
            <VisuallyHidden>{t('card.photosOf', { name: hotel.name })}</VisuallyHidden>
          </button>
        )
      }
      title={hotel.name}
      titleLevel={2}
      to={to}
      place={
        <span className={styles['place']}>
          <MapPin aria-hidden />
          {hotel.location || hotel.city}
        </span>
      }
      foot={
        <>
          <p className={styles['prices']}>
            <Price euros={hotel.pricePerNight} perNight large />
            {nights > 0 && (
              <span className={styles['total']}>
                {t('card.total', { count: nights, total: format.price(nights * hotel.pricePerNight) })}
              </span>
            )}
          </p>
          <ButtonLink to={to} viewTransition size="sm">
            {t('card.open')}
          </ButtonLink>
        </>
      }
    >
      <RatingPill rating={hotel.rating} reviewsCount={hotel.reviewsCount} />
      <p className={styles['description']}>{hotel.description}</p>
      <AmenityTags amenities={hotel.amenities} />
    </Card>
  );
}

/** The establishment's page is told of the stay. */
function detailParams(hotel: Hotel, { dates, guests }: Search): URLSearchParams {
  return createSearchParams([['id', String(hotel.id)], ...searchParams({ dates, guests })]);
}
