import { useTranslation } from 'react-i18next';
import { CallToAction } from '@/widgets/call-to-action/CallToAction';
import { ApplyButton, type ApplyProps } from './ApplyButton';

export function JoinBand(apply: ApplyProps) {
  const { t } = useTranslation('partners');
  return (
    <CallToAction title={t('join.title')} text={t('join.text')} picture="residence-2">
      <ApplyButton variant="inverse" {...apply} />
    </CallToAction>
  );
}
