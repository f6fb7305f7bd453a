import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import checks from '@/components/CheckList.module.css';
import { classes } from '@/components/classes';
import { hotelAddress } from '@/domain/hotelAddress';
import { Stars } from '@/product/Stars';
import type { BusinessHotel } from '@/sample-content/businessHotels';
import { EstablishmentCard } from '@/widgets/listing/EstablishmentCard';
import styles from './BusinessHotelCard.module.css';

const SERVICES_SHOWN = 3;

export function BusinessHotelCard({ hotel }: { hotel: BusinessHotel }) {
  const { t } = useTranslation('stopovers');
  const { id, name, location, price, rating, reviews, services, businessFeatures, picture } = hotel;
  const to = hotelAddress(id);
  return (
    <EstablishmentCard
      layout="row"
      className={styles['card'] ?? ''}
      name={name}
      to={to}
      place={location}
      picture={picture}
      rating={rating}
      price={price}
      facts={
        <p className={styles['stars']}>
          {/* Named, since hotels also have stars of their own. */}
          {t('card.guestRating')}
          <Stars rating={rating} />
          {t('card.reviews', { count: reviews })}
        </p>
      }
      highlights={services.map((service) => t(`service.${service}`))}
      highlightsShown={SERVICES_SHOWN}
      action={
        <ButtonLink to={to} viewTransition size="sm">
          {t('card.book')}
        </ButtonLink>
      }
    >
      <ul aria-label={t('card.business')} className={classes(checks['list'], styles['features'])}>
        {businessFeatures.map((feature) => (
          <li key={feature}>
            <Check aria-hidden />
            {t(`business.${feature}`)}
          </li>
        ))}
      </ul>
    </EstablishmentCard>
  );
}
