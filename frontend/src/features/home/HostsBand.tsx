import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { CallToAction } from '@/widgets/call-to-action/CallToAction';

/** The call to action for owners. The Owner Premium dialog scrolls to it. */
export function HostsBand() {
  const { t } = useTranslation('home');
  return (
    <CallToAction id="hebergeurs" title={t('hosts.title')} text={t('hosts.text')} picture="guest-house-2" spaceBelow>
      <ButtonLink to="/partners" variant="inverse">
        {t('hosts.apply')}
      </ButtonLink>
    </CallToAction>
  );
}
