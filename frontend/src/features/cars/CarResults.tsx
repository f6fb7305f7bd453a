import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { EmptyState } from '@/components/StateMessage';
import type { CarSearch } from '@/domain/carSearch';
import { useFormat } from '@/i18n/useFormat';
import { EstablishmentGrid } from '@/widgets/listing/EstablishmentGrid';
import { ListingSection } from '@/widgets/listing/ListingSection';
import { CarCard } from './CarCard';
import { CarFilterBar } from './CarFilterBar';
import { filterCars, NO_FILTERS } from './carFilters';
import styles from './CarResults.module.css';

export function CarResults({ search }: { search: CarSearch }) {
  const { t } = useTranslation('cars');
  const format = useFormat();
  const [filters, setFilters] = useState(NO_FILTERS);
  const cars = filterCars(filters);
  const rental = t('results.rental', {
    location: t(`location.${search.location}`),
    from: format.shortDate(search.pickupDate),
    to: format.shortDate(search.returnDate),
  });
  return (
    <ListingSection
      title={t('results.title')}
      text={rental}
      aside={
        <p role="status" className={styles['count']}>
          {t('results.count', { count: cars.length })}
        </p>
      }
    >
      <CarFilterBar filters={filters} onChange={setFilters} />
      {cars.length > 0 ? (
        <EstablishmentGrid label={t('results.title')}>
          {cars.map((car) => (
            <CarCard key={car.id} car={car} search={search} />
          ))}
        </EstablishmentGrid>
      ) : (
        <EmptyState
          titleLevel={3}
          title={t('results.empty')}
          action={
            <Button variant="outline" onClick={() => setFilters(NO_FILTERS)}>
              {t('filters.clear')}
            </Button>
          }
        >
          {t('results.emptyText')}
        </EmptyState>
      )}
    </ListingSection>
  );
}
