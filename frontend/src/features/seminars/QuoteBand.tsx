import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { Picture } from '@/pictures/Picture';
import type { SeminarPackageId } from '@/sample-content/seminarPackages';
import { quoteAddress } from './eventsSite';
import styles from './QuoteBand.module.css';

/** Links to the events site, with the chosen package as a parameter. */
export function QuoteBand({ chosen }: { chosen: SeminarPackageId | null }) {
  const { t } = useTranslation('seminars');
  const name = chosen && t(`packages.${chosen}.name`);
  return (
    <section aria-labelledby="quote-title" className={styles['band']}>
      <div className={styles['panel']}>
        <div className={styles['words']}>
          <h2 id="quote-title">{t('quote.title')}</h2>
          <p>{t('quote.text')}</p>
          <p role="status" className={styles['chosen']}>
            {name ? t('quote.chosen', { name }) : t('quote.none')}
          </p>
          <ButtonLink to={quoteAddress(chosen)} target="_blank" rel="noopener" variant="inverse">
            {name ? t('quote.buttonFor', { name }) : t('quote.button')}
            <ExternalLink aria-hidden />
            <span className="visually-hidden">{t('quote.newTab')}</span>
          </ButtonLink>
        </div>
        <Picture name="ferry-3" alt="" sizes="(min-width: 768px) 600px, 100vw" className={styles['picture']} />
      </div>
    </section>
  );
}
