import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createSearchParams, Link } from 'react-router';
import { classes } from '@/components/classes';
import covering from '@/components/CoveringLink.module.css';
import { Picture } from '@/pictures/Picture';
import { ISLAND, onIsland } from '@/geography/island';
import { REGIONS, type RegionKey } from '@/geography/regions';
import styles from './Regions.module.css';
import { Section } from './Section';

/** §2 Home: the six regions and their map. Hovering a region highlights it on the map. */
export function Regions() {
  const { t } = useTranslation(['home-offers', 'common']);
  const [shown, setShown] = useState<RegionKey | null>(null);
  return (
    <Section title={t('regions.title')} text={t('regions.text')} tone="sea">
      <div className={styles['regions']}>
        <RegionMap shown={shown} />
        <ul className={styles['list']}>
          {REGIONS.map(({ key, name, towns, picture }) => (
            <li key={key} className={classes(covering['area'], styles['region'])}>
              <Picture name={picture} alt="" sizes="(min-width: 768px) 160px, 30vw" ratio={1} className={styles['picture']} />
              <div className={styles['words']}>
                <h3>
                  <Link
                    to={{ pathname: '/region-hotels', search: createSearchParams({ region: name }).toString() }}
                    onPointerEnter={() => setShown(key)}
                    onPointerLeave={() => setShown(null)}
                    onFocus={() => setShown(key)}
                    onBlur={() => setShown(null)}
                    className={covering['link']}
                  >
                    {t(`common:region.${key}`)}
                  </Link>
                </h3>
                <p>{t(`regions.line.${key}`)}</p>
                <p className={styles['towns']}>
                  {towns.map((town, index) => (
                    <Fragment key={town}>
                      {index > 0 && '\u00a0· '}
                      <span>{town}</span>
                    </Fragment>
                  ))}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

function RegionMap({ shown }: { shown: RegionKey | null }) {
  const { t } = useTranslation('home-offers');
  return (
    <svg viewBox={`-6 -6 ${ISLAND.width + 12} ${ISLAND.height + 12}`} role="img" aria-label={t('regions.map')} className={styles['map']}>
      <path d={ISLAND.coast} transform={`scale(${ISLAND.coastScale})`} className={styles['island']} />
      {REGIONS.map(({ key, position }) => {
        const { x, y } = onIsland(position);
        return <circle key={key} cx={x} cy={y} r={7} data-shown={shown === key || undefined} className={styles['pin']} />;
      })}
    </svg>
  );
}
