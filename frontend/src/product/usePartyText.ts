import { useTranslation } from 'react-i18next';
import type { Party } from '@/domain/guests';

/** The people of a stay in words. The only place that words them, so that they read the same everywhere. */
export function usePartyText(): (party: Party) => string {
  const { t } = useTranslation('search');
  return ({ kind, count }) => t(`party.${kind}`, { count });
}
