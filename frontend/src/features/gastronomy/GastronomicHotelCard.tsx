import { ChefHat, Sparkle, UtensilsCrossed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { Stars } from '@/product/Stars';
import type { GASTRONOMIC_HOTELS } from '@/sample-content/gastronomicHotels';
import { EstablishmentCard } from '@/widgets/listing/EstablishmentCard';
import { HALF } from '@/widgets/listing/sizes';
import { BookButton } from './BookButton';
import { discountOf } from './gastronomicFilters';
import styles from './GastronomicHotelCard.module.css';

const FEATURES = ['first', 'second', 'third', 'fourth'] as const;

export function GastronomicHotelCard({ hotel }: { hotel: (typeof GASTRONOMIC_HOTELS)[number] }) {
  const { t } = useTranslation('gastronomy');
  const { id, name, location, stars, price, originalPrice, image, restaurantName, michelinStars, chefName, rating, reviewCount } = hotel;
  const percent = discountOf(hotel);
  return (
    <EstablishmentCard
      name={name}
      place={location}
      picture={image}
      ratio={16 / 9}
      sizes={HALF}
      rating={rating}
      reviewsCount={reviewCount}
      price={price}
      priceBefore={originalPrice}
      badge={
        <Badge tone="terracotta">
          <span aria-hidden>{t('card.discount', { percent })}</span>
          <span className="visually-hidden">{t('card.discountLabel', { percent })}</span>
        </Badge>
      }
      facts={<Stars rating={stars} />}
      text={t(`hotel.${id}.description`)}
      highlights={FEATURES.map((feature) => t(`hotel.${id}.features.${feature}`))}
      action={<BookButton hotel={hotel} roomType={t(`hotel.${id}.room`)} />}
    >
      <dl className={styles['table']}>
        <div>
          <dt>
            <UtensilsCrossed aria-hidden />
            {t('card.restaurant')}
          </dt>
          <dd>
            {restaurantName}
            <span role="img" aria-label={t('card.michelin', { count: michelinStars })} className={styles['michelin']}>
              {Array.from({ length: michelinStars }, (_, index) => (
                <Sparkle key={index} aria-hidden />
              ))}
            </span>
          </dd>
        </div>
        <div>
          <dt>
            <ChefHat aria-hidden />
            {t('card.chef')}
          </dt>
          <dd>{chefName}</dd>
        </div>
      </dl>
    </EstablishmentCard>
  );
}
