import { MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { searchParams } from '@/domain/searchAddress';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { LinkList, type ListedLink } from '@/widgets/article/LinkList';
import { Paragraphs } from '@/widgets/article/Paragraphs';
import styles from './Entries.module.css';

export interface Entry {
  readonly key: string;
  /** The name of a place, which is not translated, or a title. */
  readonly name: string;
  /** Where it is: the name of a place. */
  readonly near?: string;
  readonly text: string;
  /** The destination whose places to stay the entry leads to. */
  readonly destination?: string;
  readonly links?: readonly ListedLink[];
}

/** What a guide recommends, with links to the places to stay nearby. */
export function Entries({ entries, areNames = false }: { entries: readonly Entry[]; areNames?: boolean }) {
  const { t } = useTranslation('article');
  return (
    <ul className={styles['entries']}>
      {entries.map(({ key, name, near, text, destination, links = [] }) => (
        <li key={key} className={styles['entry']}>
          <h3 lang={areNames ? CONTENT_LANGUAGE : undefined}>{name}</h3>
          {near && (
            <p lang={CONTENT_LANGUAGE} className={styles['near']}>
              <MapPin aria-hidden />
              {near}
            </p>
          )}
          <Paragraphs text={text} />
          <LinkList
            links={[
              ...(destination ? [{ to: `/search?${searchParams({ destination })}`, label: t('stay', { place: destination }) }] : []),
              ...links,
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
