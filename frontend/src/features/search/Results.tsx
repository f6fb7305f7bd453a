import { lazy, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hotel } from '@/api/hotels';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { EmptyState } from '@/components/StateMessage';
import { useStableCallback } from '@/components/useStableCallback';
import type { Search } from '@/domain/searchAddress';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { PartBoundary } from '@/widgets/errors/PartBoundary';
import { useFailureText } from '@/widgets/errors/useFailureText';
import { useOverlayEntry } from '@/widgets/page/useOverlayEntry';
import { resultId } from './resultId';
import { ResultItem } from './ResultItem';
import styles from './Results.module.css';
import { ResultSkeletons } from './ResultSkeletons';
import { useDrawnCount } from './useDrawnCount';
import { useListedCount } from './useListedCount';
import type { SearchMessage, SearchResults } from './useSearchResults';

const GalleryOverlay = lazy(() => import('@/product/GalleryOverlay'));
const UnreadDestination = lazy(() => import('./UnreadDestination'));

const FIRST_SCREEN = 2;

interface ResultsProps {
  results: SearchResults;
  /** Whether the results or the visitor's position are still awaited. */
  loading: boolean;
  /** The filtered and sorted hotels. */
  shown: readonly Hotel[];
  /** Whether the list is shown; on a small screen, the map replaces it. */
  listed: boolean;
  search: Search;
  onClearFilters: (() => void) | null;
  /** The ids of the hotels to highlight: those under the pointer or with the focus, in the list or on the map. */
  highlighted: readonly number[];
  onHighlight: (ids: readonly number[]) => void;
}

/** The list in its states: loading, results, message, empty. It is memoized, because it is the largest part of the page. */
export const Results = memo(function Results(props: ResultsProps) {
  const { results, loading, shown, listed, search, onClearFilters, highlighted, onHighlight } = props;
  const { t } = useTranslation(['search', 'common']);
  const failureText = useFailureText();
  const [photosOf, setPhotosOf] = useState<Hotel | null>(null);
  const gallery = useOverlayEntry('gallery');
  const openPhotos = useStableCallback((hotel: Hotel) => {
    setPhotosOf(hotel);
    gallery.open();
  });
  const { count, next, showMore } = useListedCount(shown.length);
  const drawn = useDrawnCount(count);
  const moreFrom = useRef<number | null>(null);
  useEffect(() => {
    if (moreFrom.current === null || moreFrom.current >= drawn) return;
    const first = shown[moreFrom.current];
    moreFrom.current = null;
    if (first) document.getElementById(resultId(first.id))?.querySelector<HTMLElement>('h2 a')?.focus({ preventScroll: true });
  }, [drawn, shown]);
  const { message } = results;
  if (loading) return listed && <ResultSkeletons />;

  const failure = message && 'failure' in message ? message.failure : null;
  return (
    <>
      {message && <MessageNotice message={message} search={search} />}
      {failure && (
        <div className={styles['failure']}>
          <p>{failureText(failure)}</p>
          <Button variant="outline" onClick={results.retry}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      {!failure && shown.length === 0 && (
        <EmptyState
          title={t('empty.title')}
          action={
            onClearFilters && (
              <Button variant="outline" onClick={onClearFilters}>
                {t('filters.clear')}
              </Button>
            )
          }
        >
          {t('empty.text')}
        </EmptyState>
      )}
      {listed && shown.length > 0 && (
        <ul aria-label={t('results.listLabel')} className={styles['list']}>
          {shown.slice(0, count).map((hotel, index) => (
            <ResultItem
              key={hotel.id}
              hotel={hotel}
              search={search}
              isDrawn={index < drawn}
              priority={index < FIRST_SCREEN}
              isHighlighted={highlighted.includes(hotel.id)}
              onHighlight={onHighlight}
              onOpenPhotos={openPhotos}
            />
          ))}
        </ul>
      )}
      {listed && next > 0 && (
        <div className={styles['more']}>
          <p>{t('results.listed', { shown: count, total: shown.length })}</p>
          <Button
            variant="outline"
            onClick={() => {
              moreFrom.current = count;
              showMore();
            }}
          >
            {t('results.more', { count: next })}
          </Button>
        </div>
      )}
      {photosOf && gallery.isOpen && (
        <DialogBoundary onClose={gallery.close}>
          <GalleryOverlay title={photosOf.name} images={photosOf.images} onClose={gallery.close} />
        </DialogBoundary>
      )}
    </>
  );
});

function MessageNotice({ message, search }: { message: SearchMessage; search: Search }) {
  const { t } = useTranslation('search');
  switch (message.key) {
    case 'failed':
    case 'offline':
      return <Notice tone="error">{t(`message.${message.key}`)}</Notice>;
    case 'nearest':
      return <Notice tone="info">{t('message.nearest', { destination: message.destination, city: message.city })}</Notice>;
    default:
      if (message.key !== 'corrected' && !message.unknown) {
        return <Notice tone="info">{t(`message.${message.key}`, { destination: message.destination })}</Notice>;
      }
      return (
        <PartBoundary>
          <UnreadDestination message={message} search={search} />
        </PartBoundary>
      );
  }
}
