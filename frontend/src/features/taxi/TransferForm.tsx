import { CircleCheck } from 'lucide-react';
import { useEffect, useId, useState, type Ref } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { PLACE_KINDS, TRANSFER_PLACES } from '@/sample-content/transferPlaces';
import { useToday } from '@/widgets/page/useToday';
import { PASSENGERS, vehicleFor, type Transfer } from './transfer';
import styles from './TransferForm.module.css';
import { TransferReceipt } from './TransferReceipt';
import { usePlaceName } from './usePlaceName';

interface TransferFormProps {
  ref: Ref<HTMLElement>;
  form: UseFormReturn<Transfer>;
}

/**
 * §4: a round trip has fields for the return. The request is logged and not sent; the confirmation says so, and is shown
 * until the form changes.
 */
export function TransferForm({ ref, form }: TransferFormProps) {
  const { t } = useTranslation(['taxi', 'common']);
  const titleId = useId();
  const [logged, setLogged] = useState<Transfer | null>(null);
  const { errors } = form.formState;
  const [transferType, date, passengers] = form.watch(['transferType', 'date', 'passengers']);
  const isRoundTrip = transferType === 'round-trip';
  const earliest = useToday();

  // Covers the values that a popular transfer fills in, too.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setLogged(null) }), [form]);

  const sentences: Record<string, string> = {
    required: t('common:form.required'),
    dateInPast: t('common:form.dateInPast'),
    returnBeforeStart: t('form.returnBeforeStart'),
  };
  const log = (transfer: Transfer) => {
    // oxlint-disable-next-line no-console
    console.info('Transfer request', transfer);
    setLogged(transfer);
  };
  const field = (name: keyof Transfer) => ({
    label: t(`field.${name}`),
    error: sentences[errors[name]?.message ?? ''],
    required: true,
    ...form.register(name),
  });

  return (
    <section ref={ref} aria-labelledby={titleId} className={styles['section']}>
      <form noValidate className={styles['form']} onSubmit={(event) => void form.handleSubmit(log)(event)}>
        <h2 id={titleId} className={styles['title']}>
          {t('form.title')}
        </h2>
        <fieldset className={styles['types']}>
          <legend className="visually-hidden">{t('field.transferType')}</legend>
          {(['simple', 'round-trip'] as const).map((type) => (
            <label key={type} className={styles['type']}>
              <input type="radio" value={type} {...form.register('transferType')} />
              {t(`type.${type}`)}
            </label>
          ))}
        </fieldset>
        <div className={styles['half']}>
          <Select {...field('pickupLocation')}>
            <Places />
          </Select>
        </div>
        <div className={styles['half']}>
          <Select {...field('destination')}>
            <Places />
          </Select>
        </div>
        <TextField type="date" min={earliest} {...field('date')} />
        <TextField type="time" {...field('time')} />
        {isRoundTrip && (
          <>
            <TextField type="date" min={date || earliest} {...field('returnDate')} />
            <TextField type="time" {...field('returnTime')} />
          </>
        )}
        <div className={classes(styles['passengers'], !isRoundTrip && styles['wider'])}>
          <Select {...field('passengers')} hint={t(`vehicle.${vehicleFor(passengers)}`)}>
            {PASSENGERS.map((number) => (
              <option key={number} value={number}>
                {number === PASSENGERS.at(-1) ? t('passengersOrMore', { count: Number(number) }) : t('passengers', { count: Number(number) })}
              </option>
            ))}
          </Select>
        </div>
        <div className={styles['contact']}>
          <TextField
            label={t('field.contact')}
            hint={t('form.contactHint')}
            type="text"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('contact')}
          />
        </div>
        <p className={styles['note']}>{t('form.note')}</p>
        <div className={styles['submit']}>
          <Button type="submit" variant="accent">
            {t('form.submit')}
          </Button>
        </div>
        <div role="alert" className={styles['alert']}>
          {logged && (
            <div className={styles['sent']}>
              <CircleCheck aria-hidden />
              <p>{t('form.sent')}</p>
            </div>
          )}
        </div>
        {logged && <TransferReceipt transfer={logged} />}
      </form>
    </section>
  );
}

function Places() {
  const { t } = useTranslation('taxi');
  const nameOf = usePlaceName();
  return (
    <>
      <option value="">{t('form.choose')}</option>
      {PLACE_KINDS.map((kind) => (
        <optgroup key={kind} label={t(`kind.${kind}`)}>
          {TRANSFER_PLACES.filter((place) => place.kind === kind).map(({ id }) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}
