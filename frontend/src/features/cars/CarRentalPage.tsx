import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useHydrating } from '@/components/useHydrating';
import { carSearchParams, readCarSearch, type CarSearch } from '@/domain/carSearch';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingNote } from '@/widgets/listing/ListingNote';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { CarPromotion } from './CarPromotion';
import styles from './CarRentalPage.module.css';
import { CarResults } from './CarResults';
import { CarSearchForm } from './CarSearchForm';

const SCENE = 'car-1';

/** §2 /car-rental. The search is in the address, so that the back button restores it. */
export function Component() {
  const { t } = useTranslation(['cars', 'listing']);
  const [params, setParams] = useSearchParams();
  const isHydrating = useHydrating();
  const asked = useMemo(() => readCarSearch(params), [params]);
  // The prerendered document has the page before a search.
  const search = isHydrating ? null : asked;
  const results = useRef<HTMLDivElement>(null);
  const hasAsked = useRef(false);

  const ask = (wanted: CarSearch) => {
    hasAsked.current = true;
    setParams(carSearchParams(wanted), { preventScrollReset: true });
  };
  // A search scrolls to its results; opening the address does not.
  useEffect(() => {
    if (!hasAsked.current || !search) return;
    hasAsked.current = false;
    results.current?.focus({ preventScroll: true });
    results.current?.scrollIntoView();
  }, [search]);

  return (
    <ListingPage title={t('title')} description={t('hero.text')} picture={SCENE}>
      <ListingHero look="split" picture={SCENE} title={t('hero.heading')} text={t('hero.text')} />
      <div className={styles['search']}>
        <CarSearchForm key={search ? String(carSearchParams(search)) : ''} search={search} onSearch={ask} />
      </div>
      <ListingNote>{t('listing:sampleOffers')}</ListingNote>
      {search ? (
        <div ref={results} tabIndex={-1} className={styles['results']}>
          <CarResults search={search} />
        </div>
      ) : (
        <CarPromotion />
      )}
    </ListingPage>
  );
}
