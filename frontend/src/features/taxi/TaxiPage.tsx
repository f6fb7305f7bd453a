import { valibotResolver } from '@hookform/resolvers/valibot';
import { CalendarClock, Car, Clock, Hourglass } from 'lucide-react';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PopularTransfer } from '@/sample-content/popularTransfers';
import { Benefits } from '@/widgets/listing/Benefits';
import { ListingHero } from '@/widgets/listing/ListingHero';
import { ListingNote } from '@/widgets/listing/ListingNote';
import { ListingPage } from '@/widgets/listing/ListingPage';
import { PopularTransfers } from './PopularTransfers';
import { EMPTY_TRANSFER, Transfer } from './transfer';
import { TransferForm } from './TransferForm';

const PRACTICAL = [
  { key: 'waiting', icon: Hourglass },
  { key: 'ahead', icon: CalendarClock },
  { key: 'always', icon: Clock },
  { key: 'vehicles', icon: Car },
] as const;

/** §2 Taxi: the request form, six popular transfers that prefill it, and benefits. Requests are logged, not sent. */
export function Component() {
  const { t } = useTranslation(['taxi', 'listing']);
  const panel = useRef<HTMLElement>(null);
  const form = useForm<Transfer>({
    resolver: valibotResolver(Transfer),
    // All errors at once: otherwise a cross-field error would show only after the fields' own errors are fixed.
    criteriaMode: 'all',
    defaultValues: EMPTY_TRANSFER,
  });

  const choose = ({ from, to }: PopularTransfer) => {
    form.setValue('pickupLocation', from, { shouldDirty: true });
    form.setValue('destination', to, { shouldDirty: true });
    form.clearErrors();
    panel.current?.scrollIntoView({ block: 'start' });
    // A popular transfer lacks only the day.
    panel.current?.querySelector<HTMLElement>('input[type=date]')?.focus({ preventScroll: true });
  };
  return (
    <ListingPage title={t('title')} description={t('hero.text')}>
      <ListingHero look="split" picture="taxi-1" title={t('hero.heading')} text={t('hero.text')} />
      <TransferForm ref={panel} form={form} />
      <ListingNote>{t('listing:sampleOffers')}</ListingNote>
      <PopularTransfers onChoose={choose} />
      <Benefits
        title={t('practical.title')}
        items={PRACTICAL.map(({ key, icon }) => ({ icon, title: t(`practical.${key}.title`), text: t(`practical.${key}.text`) }))}
      />
    </ListingPage>
  );
}
