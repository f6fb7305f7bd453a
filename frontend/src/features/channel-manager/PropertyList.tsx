import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { SAMPLE_PROPERTIES } from '@/sample-content/channelProperties';
import { Lettermark } from './Lettermark';
import type { Platform } from './platforms';
import styles from './PropertyList.module.css';

/** The properties, each with the connected platforms that list it. */
export function PropertyList({ platforms }: { platforms: readonly Platform[] }) {
  const { t } = useTranslation('channel-manager');
  return (
    <ul aria-label={t('tab.properties')} className={styles['list']}>
      {SAMPLE_PROPERTIES.map(({ id, name, type, town, rooms, status, connectedPlatforms }) => {
        const offering = platforms.filter((platform) => platform.status === 'connected' && connectedPlatforms.includes(platform.id));
        return (
          <li key={id}>
            <article aria-labelledby={`property-${id}`} className={styles['property']}>
              <div>
                <h2 id={`property-${id}`}>{name}</h2>
                <p className={styles['facts']}>{[t(`property.type.${type}`), town, t('property.rooms', { count: rooms })].join(' · ')}</p>
              </div>
              <p>
                <Badge tone={status === 'active' ? 'maquis' : 'sand'}>{t(`property.status.${status}`)}</Badge>
              </p>
              {offering.length > 0 ? (
                <ul aria-label={t('property.platforms')} className={styles['platforms']}>
                  {offering.map((platform) => (
                    <li key={platform.id}>
                      <Lettermark platform={platform} />
                      {platform.name}
                    </li>
                  ))}
                </ul>
              ) : (
                <p className={styles['facts']}>{t('property.noPlatform')}</p>
              )}
            </article>
          </li>
        );
      })}
    </ul>
  );
}
