import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Notice } from '@/components/Notice';
import { searchParams, type Search } from '@/domain/searchAddress';
import { placeNamed } from '@/geography/places';
import styles from './UnreadDestination.module.css';
import type { SearchMessage } from './useSearchResults';

interface UnreadDestinationProps {
  message: Extract<SearchMessage, { key: 'corrected' | 'selection' | 'nothing' }>;
  search: Search;
}

/** The notice about a destination that is misspelled or not on the island, with links to those that may be meant. */
export default function UnreadDestination({ message, search }: UnreadDestinationProps) {
  const { t } = useTranslation(['search-destination', 'search']);
  const nameOf = useTermName();
  const { destination } = message;
  if (message.key === 'corrected') {
    return <Notice tone="info">{t('corrected', { destination, place: nameOf(message.term) })}</Notice>;
  }
  const similar = message.unknown?.similar ?? [];
  return (
    <Notice tone="info">
      <strong className={styles['unknown']}>{t('unknown', { destination })}</strong>
      <span className={styles['line']}>{t(`search:message.${message.key}`, { destination })}</span>
      {similar.length > 0 && (
        <span className={styles['line']}>
          {t('didYouMean')}{' '}
          {similar.map((term, index) => (
            <Fragment key={term}>
              {index > 0 && <span aria-hidden>{' · '}</span>}
              <Link to={{ pathname: '/search', search: searchParams({ ...search, destination: term }).toString() }} className={styles['link']}>
                {nameOf(term)}
              </Link>
            </Fragment>
          ))}
        </span>
      )}
    </Notice>
  );
}

/** The display name of a search term: regions and the island have one in each language. */
function useTermName(): (term: string) => string {
  const { t } = useTranslation(['search', 'common']);
  return (term) => {
    const place = placeNamed(term);
    if (place?.kind === 'region') return t(`common:region.${place.region.key}`);
    return term === 'Corse' ? t('results.everywhere') : term;
  };
}
