import { Images } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hotel } from '@/api/hotels';
import { ButtonLink } from '@/components/Button';
import { Card } from '@/components/Card';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { nightsOf } from '@/dates/dateRange';
import { detailAddress, type Search } from '@/domain/searchAddress';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { useFormat } from '@/i18n/useFormat';
import { picturesContext } from '@/pictures/illustration';
import { HotelPicture } from '@/product/HotelPicture';
import { Place } from '@/product/Place';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import { AmenityTags } from './AmenityTags';
import { LanguageNote } from '@/widgets/descriptions/LanguageNote';
import { useHotelDescription } from '@/widgets/descriptions/useHotelDescription';
import { ROW } from '@/widgets/listing/sizes';
import styles from './ResultCard.module.css';

interface ResultCardProps {
  hotel: Hotel;
  search: Search;
  /** Loads the picture eagerly. */
  priority: boolean;
  onOpenPhotos: (hotel: Hotel) => void;
}

export const ResultCard = memo(function ResultCard({ hotel, search, priority, onOpenPhotos }: ResultCardProps) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const nights = nightsOf(search.dates);
  const to = detailAddress(hotel, search);
  const photos = hotel.images.length;
  return (
    <Card
      layout="row"
      className={styles['card'] ?? ''}
      picture={<HotelPicture src={hotel.images[0]} alt="" sizes={ROW} priority={priority} className={styles['picture'] ?? ''} />}
      badge={
        photos > 0 && (
          <button type="button" onClick={() => onOpenPhotos(hotel)} className={styles['photos']}>
            <Images aria-hidden />
            {t('card.photos', { count: photos, ...picturesContext(hotel.images) })}
            <VisuallyHidden>{t('card.photosOf', { name: hotel.name })}</VisuallyHidden>
          </button>
        )
      }
      title={hotel.name}
      titleLevel={2}
      to={to}
      place={<Place inline lang={CONTENT_LANGUAGE}>{hotel.location || hotel.city}</Place>}
      foot={
        <>
          <p className={styles['prices']}>
            <Price euros={hotel.pricePerNight} perNight large />
            {nights > 0 && hotel.pricePerNight > 0 && (
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
      <Description hotel={hotel} />
      <AmenityTags amenities={hotel.amenities} />
    </Card>
  );
});

function Description({ hotel }: { hotel: Hotel }) {
  const { text, language, isLoading } = useHotelDescription(hotel);
  return (
    <>
      <p lang={language ?? undefined} aria-busy={isLoading} className={styles['description']}>
        {text}
      </p>
      <LanguageNote language={language} />
    </>
  );
}
