import { CookingPot, MapPinned, ReceiptText } from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/StateMessage';
import { RESTAURANT_CATEGORIES } from '@/sample-content/restaurantCategories';
import { RESTAURANTS } from '@/sample-content/restaurants';
import { useFormat } from '@/i18n/useFormat';
import { useRatingText } from '@/product/useRatingText';
import { Benefits } from '@/widgets/listing/Benefits';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import { CategoryTiles } from './CategoryTiles';
import { RestaurantCard } from './RestaurantCard';
import { filterRestaurants, NO_FILTERS, toggleCategory } from './restaurantFilters';
import { RestaurantSearch } from './RestaurantSearch';
import styles from './RestaurantsPage.module.css';
import { useChosenRestaurant } from './useChosenRestaurant';

const RestaurantDialog = lazy(() => import('./RestaurantDialog'));

const BENEFITS = [
  { key: 'choice', icon: CookingPot },
  { key: 'local', icon: MapPinned },
  { key: 'fair', icon: ReceiptText },
] as const;

export function Component() {
  const { t } = useTranslation('restaurants');
  const [filters, setFilters] = useState(NO_FILTERS);
  const shown = filterRestaurants(RESTAURANTS, filters);
  const clear = () => setFilters(NO_FILTERS);
  const { chosen, close } = useChosenRestaurant();
  return (
    <ListingPage title={t('title')} description={t('hero.text')}>
      <ListingHero look="scene" picture="city-hotel-3" eyebrow={t('hero.eyebrow')} title={t('hero.heading')} text={t('hero.text')} />
      <Statistics />
      <ListingSection title={t('categories.title')} text={t('categories.text')}>
        <CategoryTiles chosen={filters.category} onToggle={(category) => setFilters(toggleCategory(filters, category))} />
      </ListingSection>
      <ListingSection
        id="restaurants"
        title={t('results.title')}
        aside={
          <p role="status" className={styles['count']}>
            {t('results.count', { count: shown.length })}
          </p>
        }
      >
        <RestaurantSearch filters={filters} onChange={setFilters} />
        {shown.length === 0 ? (
          <EmptyState title={t('empty')} titleLevel={3} action={<Button variant="outline" onClick={clear}>{t('filters.clear')}</Button>} />
        ) : (
          <EstablishmentGrid label={t('results.title')} columns={3}>
            {shown.map((restaurant) => (
              <RestaurantCard key={restaurant.id} restaurant={restaurant} />
            ))}
          </EstablishmentGrid>
        )}
      </ListingSection>
      <Benefits
        title={t('benefits.title')}
        items={BENEFITS.map(({ key, icon }) => ({ icon, title: t(`benefits.${key}.title`), text: t(`benefits.${key}.text`) }))}
      />
      {chosen && (
        <DialogBoundary onClose={close}>
          <RestaurantDialog restaurant={chosen} onClose={close} />
        </DialogBoundary>
      )}
    </ListingPage>
  );
}

function Statistics() {
  const { t } = useTranslation(['restaurants', 'listing']);
  const format = useFormat();
  const ratingText = useRatingText();
  const ratings = RESTAURANTS.reduce((sum, { rating }) => sum + rating, 0);
  const reviews = RESTAURANTS.reduce((sum, restaurant) => sum + restaurant.reviews, 0);
  const inHundreds = Math.floor(reviews / 100) * 100;
  return (
    <StatisticsStrip
      note={t('listing:sampleOffers')}
      items={[
        { value: format.number(RESTAURANTS.length), label: t('statistics.restaurants') },
        { value: format.number(RESTAURANT_CATEGORIES.length), label: t('statistics.categories') },
        { value: ratingText(ratings / RESTAURANTS.length), label: t('statistics.average') },
        { value: t('statistics.atLeast', { number: format.number(inHundreds) }), label: t('statistics.reviews') },
      ]}
    />
  );
}
