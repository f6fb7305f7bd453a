import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { Picture } from '@/pictures/Picture';
import styles from './HostsBand.module.css';

/** The call to action for owners. The Owner Premium dialog scrolls to it. */
export function HostsBand() {
  const { t } = useTranslation('home');
  return (
    <section id="hebergeurs" aria-labelledby="hosts-title" className={styles['band']}>
      <div className={styles['panel']}>
        <div className={styles['words']}>
          <h2 id="hosts-title">{t('hosts.title')}</h2>
          <p>{t('hosts.text')}</p>
          <ButtonLink to="/partners" variant="inverse">
            {t('hosts.apply')}
          </ButtonLink>
        </div>
        <Picture name="guest-house-2" alt="" sizes="(min-width: 768px) 600px, 100vw" className={styles['picture']} />
      </div>
    </section>
  );
}
