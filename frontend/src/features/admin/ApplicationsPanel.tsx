import type { UseQueryResult } from '@tanstack/react-query';
import { Hotel } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { APPLICATION_STATUSES, type ApplicationStatus, type HostApplication } from '@/api/administration';
import type { Listing } from '@/api/rows';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { Loading, Skeleton } from '@/components/Skeleton';
import { EmptyState } from '@/components/StateMessage';
import { ToggleChip } from '@/components/ToggleChip';
import { ApplicationCard } from './ApplicationCard';
import { ApplicationsFailure } from './ApplicationsFailure';
import styles from './ApplicationsPanel.module.css';
import { BulkReport } from './BulkReport';
import type { BulkCreation } from './useBulkCreation';

interface ApplicationsPanelProps {
  applications: UseQueryResult<Listing<HostApplication>>;
  bulk: BulkCreation;
  token: string;
}

/** The applications, newest first. The next one to decide on is expanded. */
export function ApplicationsPanel({ applications, bulk, token }: ApplicationsPanelProps) {
  const { t } = useTranslation('admin');
  const { data, error, isFetching, refetch } = applications;
  if (!data && isFetching) return <ApplicationsLoading />;
  return (
    <div className={styles['panel']}>
      {error && <ApplicationsFailure error={error} onRetry={() => void refetch()} />}
      {data && data.unreadable > 0 && <Notice tone="info">{t('applications.unreadable', { count: data.unreadable })}</Notice>}
      {data?.rows.length === 0 && <EmptyState title={t('applications.empty')}>{t('applications.emptyHint')}</EmptyState>}
      {data && data.rows.length > 0 && <Applications all={data.rows} bulk={bulk} token={token} />}
    </div>
  );
}

interface ApplicationsProps {
  all: readonly HostApplication[];
  bulk: BulkCreation;
  token: string;
}

function Applications({ all, bulk, token }: ApplicationsProps) {
  const { t } = useTranslation('admin');
  const [status, setStatus] = useState<ApplicationStatus | null>(null);
  const ofStatus = (one: ApplicationStatus) => all.filter((application) => application.status === one);
  const approved = ofStatus('approved');
  const shown = status ? ofStatus(status) : all;
  const next = shown.find((application) => application.status === 'pending');

  return (
    <>
      <div className={styles['tools']}>
        <div role="group" aria-label={t('applications.filter')} className={styles['filters']}>
          <ToggleChip pressed={status === null} onPress={() => setStatus(null)}>
            {t('tab.counted', { label: t('applications.all'), count: all.length })}
          </ToggleChip>
          {APPLICATION_STATUSES.map((one) => (
            <ToggleChip key={one} pressed={status === one} onPress={() => setStatus(status === one ? null : one)}>
              {t('tab.counted', { label: t(`applications.those.${one}`), count: ofStatus(one).length })}
            </ToggleChip>
          ))}
        </div>
        {approved.length > 0 && (
          <Button variant="outline" size="sm" icon={<Hotel aria-hidden />} disabled={bulk.isRunning} onClick={() => void bulk.start(approved)}>
            {t('bulk.start', { count: approved.length })}
          </Button>
        )}
      </div>
      <BulkReport state={bulk.state} />
      {status && shown.length === 0 && <EmptyState title={t(`applications.none.${status}`)} />}
      <ul aria-label={t('applications.list')} className={styles['list']}>
        {shown.map((application) => (
          <li key={application.id}>
            <ApplicationCard application={application} isNext={application === next} token={token} />
          </li>
        ))}
      </ul>
    </>
  );
}

const PLACES = [1, 2, 3];

function ApplicationsLoading() {
  const { t } = useTranslation('admin');
  return (
    <Loading label={t('applications.loading')} className={styles['panel']}>
      <Skeleton shape="pill" />
      {PLACES.map((place) => (
        <div key={place} aria-hidden className={styles['placeholder']}>
          <Skeleton shape="title" width="40%" />
          <Skeleton width="60%" />
          <Skeleton width="30%" />
        </div>
      ))}
    </Loading>
  );
}
