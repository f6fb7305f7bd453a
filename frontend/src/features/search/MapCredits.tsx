import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './MapCredits.module.css';
import { MapScale } from './MapScale';

const SOURCE = 'https://www.openstreetmap.org/copyright';

interface MapCreditsProps {
  /** The view's scale. */
  scale: number;
  /** Whether to name the source of the drawn coast; the street map names its own. */
  withSource: boolean;
  /** Shown above. */
  children: ReactNode;
}

/** The map's lower edge: its scale and the source of its data. */
export function MapCredits({ scale, withSource, children }: MapCreditsProps) {
  const { t } = useTranslation('search-map');
  return (
    <div className={styles['edge']}>
      {children}
      <div className={styles['line']}>
        <MapScale scale={scale} />
        {withSource && (
          <a href={SOURCE} target="_blank" rel="noreferrer" className={styles['source']}>
            {t('source')}
          </a>
        )}
      </div>
    </div>
  );
}
