import { BedDouble, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Badge } from '@/components/Badge';
import { ButtonLink } from '@/components/Button';
import checks from '@/components/CheckList.module.css';
import { classes } from '@/components/classes';
import { Dialog } from '@/components/Dialog';
import { useMediaQuery } from '@/components/useMediaQuery';
import { searchParams } from '@/domain/searchAddress';
import { Picture } from '@/pictures/Picture';
import { Place } from '@/product/Place';
import { RatingPill } from '@/product/RatingPill';
import { PRICE_RANGES, RESTAURANTS } from '@/sample-content/restaurants';
import { CATEGORY_ICONS } from './categoryIcons';
import styles from './RestaurantDialog.module.css';
import { restaurantSearch } from './useChosenRestaurant';

const HIGHLIGHTS = ['first', 'second', 'third'] as const;

interface RestaurantDialogProps {
  restaurant: (typeof RESTAURANTS)[number];
  onClose: () => void;
}

/** The details of a restaurant. Load it lazily: it imports React Aria. */
export default function RestaurantDialog({ restaurant, onClose }: RestaurantDialogProps) {
  const { t } = useTranslation('restaurants');
  const isPhone = !useMediaQuery('(min-width: 640px)');
  const { state }: { state: unknown } = useLocation();
  const { id, name, category, location, rating, reviews, priceRange, image } = restaurant;
  const Icon = CATEGORY_ICONS[category];
  const similar = RESTAURANTS.filter((other) => other.category === category && other.id !== id);
  const sleep = { pathname: '/search', search: searchParams({ destination: location }).toString() };
  return (
    <Dialog
      isOpen
      wide
      onClose={onClose}
      title={name}
      placement={isPhone ? 'sheet' : 'center'}
      footer={
        <ButtonLink to={sleep} wide icon={<BedDouble aria-hidden />}>
          {t('details.sleep', { town: location })}
        </ButtonLink>
      }
    >
      <article className={styles['details']}>
        <Picture key={image} name={image} alt="" sizes="(min-width: 768px) 712px, 100vw" ratio={2} className={styles['picture']} />
        <p className={styles['facts']}>
          <Badge tone="sand" icon={<Icon aria-hidden />}>
            {t(`category.${category}.name`)}
          </Badge>
          <Place inline className={styles['place']}>
            {location}
          </Place>
          <RatingPill rating={rating} reviewsCount={reviews} />
        </p>
        <p>{t(`restaurant.${id}.description`)}</p>
        <dl className={styles['list']}>
          <div>
            <dt>{t('card.speciality')}</dt>
            <dd>{t(`restaurant.${id}.speciality`)}</dd>
          </div>
          <div>
            <dt>{t('details.price')}</dt>
            <dd>
              {t('card.price', { range: PRICE_RANGES[priceRange] })}
              <small>{t('details.priceNote')}</small>
            </dd>
          </div>
        </dl>
        <section>
          <h3>{t('details.highlights')}</h3>
          <ul className={classes(checks['list'], styles['highlights'])}>
            {HIGHLIGHTS.map((highlight) => (
              <li key={highlight}>
                <Check aria-hidden />
                {t(`restaurant.${id}.highlights.${highlight}`)}
              </li>
            ))}
          </ul>
        </section>
        <p className={styles['booking']}>{t('details.booking')}</p>
        <section>
          <h3>{t('details.similar')}</h3>
          <ul className={styles['similar']}>
            {similar.map((other) => (
              <li key={other.id}>
                {/* Replaces the entry, so that Back closes the details. */}
                <Link to={{ search: restaurantSearch(other.id) }} replace preventScrollReset state={state}>
                  {other.name}
                </Link>{' '}
                {'·'} {other.location}
              </li>
            ))}
          </ul>
        </section>
      </article>
    </Dialog>
  );
}
