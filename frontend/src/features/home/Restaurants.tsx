import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { Card } from '@/components/Card';
import { Picture } from '@/pictures/Picture';
import { Place } from '@/product/Place';
import { RatingPill } from '@/product/RatingPill';
import { HOME_RESTAURANTS } from '@/sample-content/promotions';
import { RESTAURANTS, type Restaurant } from '@/sample-content/restaurants';
import { classes } from '@/components/classes';
import styles from './Restaurants.module.css';
import { Section } from './Section';

const byId = new Map<string, Restaurant>(RESTAURANTS.map((restaurant) => [restaurant.id, restaurant]));

/** §2 Home: five of the twenty restaurants, one with a large card. */
export function Restaurants() {
  const { t } = useTranslation('home-offers');
  return (
    <Section
      id="restaurant"
      title={t('restaurants.title')}
      text={t('restaurants.text')}
      aside={
        <ButtonLink to="/restaurants" variant="quiet" size="sm">
          {t('restaurants.all')}
        </ButtonLink>
      }
    >
      <ul className={styles['tables']}>
        {HOME_RESTAURANTS.map((id, index) => (
          <li key={id} className={classes(index === 0 && styles['first'])}>
            <Table restaurant={byId.get(id)} line={t(`restaurants.line.${id}`)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Table({ restaurant, line }: { restaurant: Restaurant | undefined; line: string }) {
  if (!restaurant) return null;
  const { id, name, location, rating, priceRange, image } = restaurant;
  return (
    <Card
      className={styles['table'] ?? ''}
      picture={<Picture name={image} alt="" sizes="(min-width: 1024px) 590px, 100vw" className={styles['picture']} />}
      title={name}
      to={`/restaurants?restaurant=${id}`}
      place={<Place>{location} {'·'} {priceRange}</Place>}
    >
      <p className={styles['line']}>{line}</p>
      <RatingPill rating={rating} />
    </Card>
  );
}
