import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { Card } from '@/components/Card';
import { Picture } from '@/pictures/Picture';
import { Place } from '@/product/Place';
import { RatingPill } from '@/product/RatingPill';
import { PRICE_RANGES, type RESTAURANTS } from '@/sample-content/restaurants';
import { Highlights } from '@/widgets/listing/Highlights';
import { CATEGORY_ICONS } from './categoryIcons';
import styles from './RestaurantCard.module.css';
import { OPENED_HERE, restaurantSearch } from './useChosenRestaurant';

const HIGHLIGHTS = ['first', 'second', 'third'] as const;

export function RestaurantCard({ restaurant }: { restaurant: (typeof RESTAURANTS)[number] }) {
  const { t } = useTranslation('restaurants');
  const { id, name, category, location, rating, reviews, priceRange, image } = restaurant;
  const Icon = CATEGORY_ICONS[category];
  return (
    <Card
      as="li"
      className={styles['card'] ?? ''}
      picture={<Picture name={image} alt="" sizes="(min-width: 1024px) 384px, (min-width: 640px) 46vw, 100vw" ratio={3 / 2} />}
      badge={
        <Badge tone="white" icon={<Icon aria-hidden />}>
          {t(`category.${category}.name`)}
        </Badge>
      }
      title={name}
      to={{ search: restaurantSearch(id) }}
      overlay={OPENED_HERE}
      place={<Place inline>{location}</Place>}
      foot={
        <p className={styles['price']}>
          <span role="img" aria-label={t('card.priceLevel', { level: priceRange.length })} className={styles['level']}>
            {priceRange}
          </span>
          {t('card.price', { range: PRICE_RANGES[priceRange] })}
        </p>
      }
    >
      <RatingPill rating={rating} reviewsCount={reviews} />
      <p className={styles['speciality']}>
        <span>{t('card.speciality')}</span> {t(`restaurant.${id}.speciality`)}
      </p>
      <p className={styles['text']}>{t(`restaurant.${id}.description`)}</p>
      <Highlights items={HIGHLIGHTS.map((highlight) => t(`restaurant.${id}.highlights.${highlight}`))} />
    </Card>
  );
}
