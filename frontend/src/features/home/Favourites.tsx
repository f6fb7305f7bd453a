import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { Card } from '@/components/Card';
import checks from '@/components/CheckList.module.css';
import { classes } from '@/components/classes';
import { hotelAddress } from '@/domain/hotelAddress';
import { Picture } from '@/pictures/Picture';
import { Place } from '@/product/Place';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import { FAVOURITE_HOTELS } from '@/sample-content/favouriteHotels';
import styles from './Favourites.module.css';
import swipe from './SwipeRow.module.css';
import { Section } from './Section';

type Favourite = (typeof FAVOURITE_HOTELS)[number];

const HIGHLIGHTS = ['one', 'two', 'three'] as const;

/** §2 Home: six hotels, each with what guests liked. */
export function Favourites() {
  const { t } = useTranslation('home-inspiration');
  return (
    <Section title={t('favourites.title')} text={t('favourites.text')} tone="sand">
      <ul className={classes(swipe['row'], styles['favourites'])}>
        {FAVOURITE_HOTELS.map((hotel) => (
          <li key={hotel.id} className={swipe['item']}>
            <FavouriteCard hotel={hotel} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FavouriteCard({ hotel }: { hotel: Favourite }) {
  const { t } = useTranslation('home-inspiration');
  const { id, key, name, location, price, rating, reviews, image } = hotel;
  const words = `favourites.hotel.${key}` as const;
  return (
    <Card
      layout="row"
      className={styles['card'] ?? ''}
      picture={<Picture name={image} alt="" sizes="(min-width: 768px) 380px, 78vw" className={styles['picture']} />}
      badge={<Badge>{t(`${words}.badge`)}</Badge>}
      title={name}
      to={hotelAddress(id)}
      place={<Place>{location}</Place>}
      foot={
        <div className={styles['foot']}>
          <RatingPill rating={rating} reviewsCount={reviews} />
          <Price euros={price} perNight />
        </div>
      }
    >
      <p className={styles['description']}>{t(`${words}.description`)}</p>
      <ul className={classes(checks['list'], styles['highlights'])} aria-label={t('favourites.highlights', { name })}>
        {HIGHLIGHTS.map((highlight) => (
          <li key={highlight}>
            <Check aria-hidden />
            {t(`${words}.${highlight}`)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
