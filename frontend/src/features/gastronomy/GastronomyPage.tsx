import { BadgePercent, CookingPot, UtensilsCrossed } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/StateMessage';
import { GASTRONOMIC_HOTELS } from '@/sample-content/gastronomicHotels';
import { lowestPrice } from '@/domain/sortOrder';
import { useFormat } from '@/i18n/useFormat';
import { Benefits } from '@/widgets/listing/Benefits';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { StatisticsStrip } from '@/widgets/listing/StatisticsStrip';
import { chosenHotels, discountOf, NO_FILTERS, type Sort } from './gastronomicFilters';
import { GastronomicHotelCard } from './GastronomicHotelCard';
import { StarFilters } from './StarFilters';

const REASONS = [
  { key: 'table', icon: UtensilsCrossed },
  { key: 'chef', icon: CookingPot },
  { key: 'price', icon: BadgePercent },
] as const;

export function Component() {
  const { t } = useTranslation('gastronomy');
  const [filters, setFilters] = useState(NO_FILTERS);
  const [sort, setSort] = useState<Sort>('recommended');
  const shown = chosenHotels(GASTRONOMIC_HOTELS, filters, sort);
  const isFiltered = filters.stars !== null || filters.michelin !== null;
  const clear = (
    <Button variant="outline" onClick={() => setFilters(NO_FILTERS)}>
      {t('filters.clear')}
    </Button>
  );
  return (
    <ListingPage title={t('title')} description={t('hero.text')}>
      <ListingHero look="night" picture="restaurant-2" eyebrow={t('hero.eyebrow')} title={t('hero.heading')} text={t('hero.text')} />
      <Statistics />
      <StarFilters filters={filters} onChange={setFilters} sort={sort} onSort={setSort} />
      <div aria-live="polite">
        <ListingSection title={t('found', { count: shown.length })} aside={isFiltered && shown.length > 0 && clear}>
          {shown.length === 0 ? (
            <EmptyState title={t('empty.title')} titleLevel={3} action={clear}>
              {t('empty.text')}
            </EmptyState>
          ) : (
            <EstablishmentGrid label={t('hero.heading')} columns={2}>
              {shown.map((hotel) => (
                <GastronomicHotelCard key={hotel.id} hotel={hotel} />
              ))}
            </EstablishmentGrid>
          )}
        </ListingSection>
      </div>
      <Benefits
        title={t('why.title')}
        tone="sand"
        items={REASONS.map(({ key, icon }) => ({ icon, title: t(`why.${key}.title`), text: t(`why.${key}.text`) }))}
      />
    </ListingPage>
  );
}

function Statistics() {
  const { t } = useTranslation(['gastronomy', 'listing']);
  const format = useFormat();
  const michelinStars = GASTRONOMIC_HOTELS.reduce((sum, hotel) => sum + hotel.michelinStars, 0);
  const percent = format.number(Math.max(...GASTRONOMIC_HOTELS.map(discountOf)));
  return (
    <StatisticsStrip
      note={t('listing:sampleOffers')}
      items={[
        { value: format.number(GASTRONOMIC_HOTELS.length), label: t('statistics.hotels') },
        { value: format.number(michelinStars), label: t('statistics.michelin') },
        { value: format.price(lowestPrice(GASTRONOMIC_HOTELS)), label: t('statistics.from') },
        { value: t('card.discount', { percent }), label: t('statistics.discount') },
      ]}
    />
  );
}
