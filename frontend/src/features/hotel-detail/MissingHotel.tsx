import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { classes } from '@/components/classes';
import { EmptyState, ErrorState } from '@/components/StateMessage';
import { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import { useFailureText } from '@/widgets/errors/useFailureText';
import { Breadcrumb } from '@/widgets/page/Breadcrumb';
import shared from '@/widgets/page/EstablishmentPage.module.css';
import { PageTitle } from '@/widgets/page/PageTitle';
import BuiltInHotel from './BuiltInHotel';
import page from './HotelDetailPage.module.css';
import { SampleHotel } from './SampleHotel';

const [SAMPLE] = BUILT_IN_HOTELS;

interface MissingHotelProps {
  /** Without a failure, the hotel is unknown. */
  failure?: Error;
  onRetry?: () => void;
}

/** §7: in place of a hotel that is unknown or could not be fetched, with the first built-in hotel as a sample below. */
export default function MissingHotel({ failure, onRetry }: MissingHotelProps) {
  const { t } = useTranslation(['hotel-detail', 'common']);
  const failureText = useFailureText();
  const title = t(failure ? 'missing.unreachable' : 'missing.unknown');
  return (
    <div className={classes(shared['page'], page['page'])}>
      <PageTitle indexed={false}>{title}</PageTitle>
      <Breadcrumb path={[{ label: t('common:breadcrumb.hotels'), to: '/hotels' }, { label: title }]} />
      {failure ? (
        <ErrorState titleLevel={1} title={title} {...(onRetry && { onRetry })}>
          {failureText(failure) ?? t('missing.unreachableHint')}
        </ErrorState>
      ) : (
        <EmptyState titleLevel={1} title={title} action={<ButtonLink to="/hotels">{t('missing.hotels')}</ButtonLink>}>
          {t('missing.unknownHint')}
        </EmptyState>
      )}
      <BuiltInHotel hotel={SAMPLE}>{(sample) => <SampleHotel sample={sample} />}</BuiltInHotel>
    </div>
  );
}
