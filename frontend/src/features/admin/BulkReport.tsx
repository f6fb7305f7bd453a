import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/Notice';
import { ProgressLine } from './ProgressLine';
import type { BulkState, Failure } from './useBulkCreation';

/** The progress of the bulk creation of hotels, then its result. */
export function BulkReport({ state }: { state: BulkState }) {
  const { t } = useTranslation('admin');
  if (state.step === 'idle') return null;
  if (state.step === 'running') {
    const { done, total } = state;
    return <ProgressLine label={t('bulk.progress', { number: done + 1, total })} value={done} max={total} />;
  }
  if (state.step === 'broken') return <Notice tone="error">{t('bulk.broken')}</Notice>;
  const created = t('bulk.created', { count: state.created });
  const explain = ({ name, reason = t('error.connection') }: Failure) => t('bulk.failure', { name, reason });
  const details = state.failures.map(explain).join(t('bulk.separator'));
  if (state.created > 0 && details) {
    return <Notice tone="error">{t('bulk.createdThen', { created, rest: t('bulk.partly', { details }) })}</Notice>;
  }
  if (details) return <Notice tone="error">{t('bulk.failed', { details })}</Notice>;
  return state.created > 0 ? <Notice tone="success">{created}</Notice> : <Notice tone="info">{t('bulk.nothingLeft')}</Notice>;
}
