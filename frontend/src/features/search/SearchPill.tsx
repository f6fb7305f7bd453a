import { Search as SearchIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { partyOf } from '@/domain/guests';
import type { Search } from '@/domain/searchAddress';
import { useFormat } from '@/i18n/useFormat';
import { usePartyText } from '@/product/usePartyText';
import styles from './SearchPill.module.css';

interface SearchPillProps {
  search: Search;
  onEdit: () => void;
}

/** The search in one line, for phones: the results start on the first screen. A tap opens the form. */
export function SearchPill({ search, onEdit }: SearchPillProps) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const partyText = usePartyText();
  const { arrival, departure } = search.dates;
  const dates = arrival && departure ? t('dates.range', { arrival: format.dayAndMonth(arrival), departure: format.dayAndMonth(departure) }) : t('dates.choose');
  return (
    <button type="button" aria-expanded={false} onClick={onEdit} className={styles['pill']}>
      <SearchIcon aria-hidden />
      <VisuallyHidden>{t('results.edit')}</VisuallyHidden>
      <span className={styles['text']}>
        <strong>{search.destination || t('results.island')}</strong>
        {[dates, partyText(partyOf(search.guests))].map((fact) => ` · ${fact}`)}
      </span>
    </button>
  );
}
