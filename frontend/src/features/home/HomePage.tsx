import { lazy, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hydrateLater } from '@/components/hydrateLater';
import { useTextLanguage } from '@/i18n/useFormat';
import { useSession } from '@/session/useSession';
import { AiSearch } from '@/widgets/ai-search/AiSearch';
import { PartBoundary } from '@/widgets/errors/PartBoundary';
import { PageTitle } from '@/widgets/page/PageTitle';
import { AccommodationTypes } from './AccommodationTypes';
import { Hero } from './Hero';
import styles from './HomePage.module.css';

const SearchHistory = lazy(() => import('./SearchHistory'));
const BelowTheFold = hydrateLater(() => import('./BelowTheFold'));

export function Component() {
  const { t } = useTranslation('home');
  const session = useSession();
  const language = useTextLanguage();
  // Sections that have not hydrated yet are in the language of the document: for another one, they are rendered anew.
  const below = useMemo(
    () => (
      <PartBoundary key={language} fallback={<div className={styles['below']} />}>
        <BelowTheFold />
      </PartBoundary>
    ),
    [language],
  );
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <Hero />
      <AiSearch />
      {session && (
        <PartBoundary>
          <SearchHistory key={session.profile.id} session={session} />
        </PartBoundary>
      )}
      <AccommodationTypes />
      {below}
    </>
  );
}
