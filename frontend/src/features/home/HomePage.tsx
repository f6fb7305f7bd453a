import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/session/useSession';
import { AiSearch } from '@/widgets/ai-search/AiSearch';
import { PageTitle } from '@/widgets/page/PageTitle';
import { AccommodationTypes } from './AccommodationTypes';
import { Hero } from './Hero';
import styles from './HomePage.module.css';
import { useBelowTheFold } from './useBelowTheFold';

const SearchHistory = lazy(() => import('./SearchHistory'));
const BelowTheFold = lazy(() => import('./BelowTheFold'));

export function Component() {
  const { t } = useTranslation('home');
  const session = useSession();
  const atRest = useBelowTheFold();
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <Hero />
      <AiSearch />
      {session && (
        <Suspense>
          <SearchHistory key={session.profile.id} session={session} />
        </Suspense>
      )}
      <AccommodationTypes />
      <Suspense fallback={<div className={styles['below']} />}>
        {atRest ? <BelowTheFold /> : <div className={styles['below']} />}
      </Suspense>
    </>
  );
}
