import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ButtonLink } from '@/components/Button';
import type { SeminarPackageId } from '@/sample-content/seminarPackages';
import { CallToAction } from '@/widgets/call-to-action/CallToAction';
import { eventsSiteName, quoteAddress } from './eventsSite';
import styles from './QuoteBand.module.css';

/** Links to the events site, with the chosen package as a parameter. Nothing is sent from this page. */
export function QuoteBand({ chosen }: { chosen: SeminarPackageId | null }) {
  const { t } = useTranslation('seminars');
  const name = chosen && t(`packages.${chosen}.name`);
  return (
    <CallToAction title={t('quote.title')} text={t('quote.text')} picture="ferry-3">
      <p role="status" className={styles['chosen']}>
        {name ? t('quote.chosen', { name }) : t('quote.none')}
      </p>
      <ButtonLink to={quoteAddress(chosen)} target="_blank" rel="noopener" variant="inverse">
        {name ? t('quote.buttonFor', { name }) : t('quote.button')}
        <ExternalLink aria-hidden />
        <span className="visually-hidden">{t('quote.newTab')}</span>
      </ButtonLink>
      <p className={styles['notice']}>
        {t('quote.elsewhere', { site: eventsSiteName() })} <Link to="/contact">{t('quote.write')}</Link>
      </p>
    </CallToAction>
  );
}
