import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronLeft, ChevronRight, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '@/api/errors';
import { HISTORY_LIMIT, listSearches, searchHistoryQuery, type SavedSearch } from '@/api/searches';
import { IconButton } from '@/components/Button';
import { Carousel } from '@/components/Carousel';
import { Skeleton, Loading } from '@/components/Skeleton';
import { useMediaQuery } from '@/components/useMediaQuery';
import { partyOfSavedSearch } from '@/domain/guests';
import { readSearch, searchParams } from '@/domain/searchAddress';
import { useFormat } from '@/i18n/useFormat';
import { usePartyText } from '@/product/usePartyText';
import type { Session } from '@/session/session';
import styles from './SearchHistory.module.css';
import { Section } from './Section';
import { useSearchAge } from './useSearchAge';

const STEP_PX = 320;
const PAGE_SIZE = 4;

/** §2 Home: the search history of the signed-in user. A 401 response ends the session (§8). */
export default function SearchHistory({ session }: { session: Session }) {
  const { t } = useTranslation(['home', 'common']);
  const isWide = useMediaQuery('(min-width: 768px)');
  const { profile, token } = session;
  const { data: searches, error, isPending } = useQuery({
    ...searchHistoryQuery(profile.id, token),
    queryFn: ({ signal }) => listSearches(profile.id, token, signal).catch(reloadIfExpired),
    retry: false,
  });

  useEffect(() => {
    if (error) console.error('The search history could not be loaded', error);
  }, [error]);

  if (error) return null;
  const count = searches?.length ?? 0;
  return (
    <Section title={t('history.title')} text={t('history.count', { count, max: HISTORY_LIMIT })}>
      {isPending && (
        <Loading className={styles['loading']}>
          {Array.from({ length: PAGE_SIZE }, (_, index) => (
            <Skeleton key={index} shape="block" ratio={2.4} />
          ))}
        </Loading>
      )}
      {searches && count === 0 && <p className={styles['empty']}>{t('history.empty')}</p>}
      {searches && count > 0 && (isWide ? <Row searches={searches} /> : <Pages searches={searches} />)}
    </Section>
  );
}

/** A rejected token has already ended the session, which removes this section: the reload cannot wait for an effect. */
function reloadIfExpired(error: unknown): never {
  if (error instanceof ApiError && error.isUnauthorized) window.location.reload();
  throw error;
}

function Row({ searches }: { searches: SavedSearch[] }) {
  const { t } = useTranslation('home');
  return (
    <Carousel label={t('history.title')} step={STEP_PX}>
      {searches.map((search) => (
        <Entry key={search.id} search={search} />
      ))}
    </Carousel>
  );
}

function Pages({ searches }: { searches: SavedSearch[] }) {
  const { t } = useTranslation('home');
  const [page, setPage] = useState(0);
  const pages = Math.ceil(searches.length / PAGE_SIZE);
  return (
    <>
      <ul aria-label={t('history.title')} className={styles['page']}>
        {searches.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((search) => (
          <li key={search.id}>
            <Entry search={search} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className={styles['pager']}>
          <IconButton raised label={t('history.previous')} disabled={page === 0} onClick={() => setPage(page - 1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <span aria-live="polite">{t('history.page', { page: page + 1, pages })}</span>
          <IconButton raised label={t('history.next')} disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      )}
    </>
  );
}

function Entry({ search }: { search: SavedSearch }) {
  const { t } = useTranslation(['home', 'search']);
  const format = useFormat();
  const partyText = usePartyText();
  const age = useSearchAge(search.created_at);
  const { destination, checkin, checkout, guests } = search;
  const query = readSearch(
    new URLSearchParams({ destination, checkin: checkin ?? '', checkout: checkout ?? '', guests: String(guests) }),
  );
  return (
    <article className={styles['entry']}>
      <h3>
        <Link to={{ pathname: '/search', search: searchParams(query).toString() }}>{destination}</Link>
      </h3>
      <p className={styles['age']}>{age}</p>
      <p className={styles['detail']}>
        <CalendarDays aria-hidden />
        {checkin && checkout
          ? t('search:dates.range', { arrival: format.shortDate(checkin), departure: format.shortDate(checkout) })
          : t('history.noDates')}
      </p>
      <p className={styles['detail']}>
        <Users aria-hidden />
        {partyText(partyOfSavedSearch(guests))}
      </p>
    </article>
  );
}
