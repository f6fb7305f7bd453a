import { CalendarCheck, Utensils } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StayTerms } from '@/domain/stayTerms';
import { classes } from '@/components/classes';
import styles from './TermsList.module.css';

interface TermsListProps {
  terms: Pick<StayTerms, 'cancellationHours' | 'board'>;
  className?: string | undefined;
}

/** The free cancellation and the meals of a stay. */
export function TermsList({ terms: { cancellationHours, board }, className }: TermsListProps) {
  const { t } = useTranslation('stay-terms');
  return (
    <ul className={classes(styles['terms'], className)}>
      <li>
        <CalendarCheck aria-hidden />
        {t('cancellation', { hours: cancellationHours })}
      </li>
      {board && (
        <li>
          <Utensils aria-hidden />
          {t(`board.${board}`)}
        </li>
      )}
    </ul>
  );
}
