import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/components/Button';
import { setConsent, type Service } from '@/consent/consent';
import { useConsent } from '@/consent/useConsent';
import styles from './ConsentBar.module.css';

interface ConsentBarProps {
  service: Service;
  /** The name of the company or host that receives the visitor's data. */
  provider: string;
}

/** Asks for the consent to a map of another host, and withdraws it. The button keeps the focus when it changes. */
export function ConsentBar({ service, provider }: ConsentBarProps) {
  const { t } = useTranslation('consent');
  const granted = useConsent(service) === true;
  return (
    <div className={styles['bar']}>
      <Button size="sm" variant={granted ? 'quiet' : 'outline'} onClick={() => setConsent(service, !granted)}>
        {granted ? t('map.hide') : t('map.show')}
      </Button>
      <p>
        {granted ? t('map.shown', { provider }) : t('map.hint', { provider })} <Link to="/cookies">{t('map.more')}</Link>
      </p>
    </div>
  );
}
