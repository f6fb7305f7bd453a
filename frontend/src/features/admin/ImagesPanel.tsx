import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import type { Hotel } from '@/api/hotels';
import type { Listing } from '@/api/rows';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { Loading, Skeleton } from '@/components/Skeleton';
import { EmptyState, ErrorState } from '@/components/StateMessage';
import { TextField } from '@/components/TextField';
import { filterHotelsByText } from '@/domain/filterHotelsByText';
import { HotelImages } from './HotelImages';
import styles from './ImagesPanel.module.css';
import type { ImageUploads } from './useImageUploads';

/** The number of hotels that a click on 'more' adds. */
const PAGE_SIZE = 20;

interface ImagesPanelProps {
  hotels: UseQueryResult<Listing<Hotel>>;
  uploads: ImageUploads;
}

/** All hotels with their pictures, sorted by name. */
export function ImagesPanel({ hotels, uploads }: ImagesPanelProps) {
  const { t } = useTranslation('admin');
  const { data, error, isFetching, refetch } = hotels;
  if (!data && isFetching) return <HotelsLoading />;
  return (
    <div className={styles['panel']}>
      {error && (
        <ErrorState
          title={error instanceof ApiError ? t('images.failed', { reason: error.message }) : t('images.offline')}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.unreadable > 0 && <Notice tone="info">{t('images.unreadable', { count: data.unreadable })}</Notice>}
      {data && <Hotels all={data.rows} uploads={uploads} />}
    </div>
  );
}

function Hotels({ all, uploads }: { all: readonly Hotel[]; uploads: ImageUploads }) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const sought = useDeferredValue(text);
  const found = useMemo(() => byName(filterHotelsByText(all, sought)), [all, sought]);
  const search = (value: string) => {
    setText(value);
    setLimit(PAGE_SIZE);
  };

  return (
    <>
      <div className={styles['tools']}>
        <TextField
          type="search"
          label={t('images.search')}
          hint={t('images.formats')}
          placeholder={t('images.searchHint')}
          value={text}
          onChange={({ target }) => search(target.value)}
        />
        <p role="status" className={styles['count']}>
          {t('images.found', { count: found.length })}
        </p>
      </div>
      {found.length === 0 && <EmptyState title={t('images.empty')} />}
      <ul aria-label={t('images.list')} className={styles['list']}>
        {found.slice(0, limit).map((hotel) => (
          <li key={hotel.id}>
            <HotelImages
              hotel={hotel}
              uploads={uploads.uploads.filter(({ hotelId }) => hotelId === hotel.id)}
              onFiles={(files) => uploads.start(hotel.id, files)}
            />
          </li>
        ))}
      </ul>
      {found.length > limit && (
        <Button variant="outline" className={styles['more']} onClick={() => setLimit(limit + PAGE_SIZE)}>
          {t('images.more', { count: Math.min(PAGE_SIZE, found.length - limit) })}
        </Button>
      )}
    </>
  );
}

function byName(hotels: readonly Hotel[]): Hotel[] {
  return hotels.toSorted((a, b) => a.name.localeCompare(b.name, 'fr') || a.id - b.id);
}

const PLACES = [1, 2, 3, 4];

function HotelsLoading() {
  const { t } = useTranslation('admin');
  return (
    <Loading label={t('images.loading')} className={styles['panel']}>
      {PLACES.map((place) => (
        <div key={place} aria-hidden className={styles['placeholder']}>
          <Skeleton shape="title" width="40%" />
          <Skeleton width="30%" />
          <Skeleton width="60%" />
        </div>
      ))}
    </Loading>
  );
}
