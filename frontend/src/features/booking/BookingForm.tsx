import { valibotResolver } from '@hookform/resolvers/valibot';
import { CreditCard, Lock, UserRound } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as v from 'valibot';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { TextField } from '@/components/TextField';
import { useFormat } from '@/i18n/useFormat';
import { useSession } from '@/session/useSession';
import styles from './BookingForm.module.css';
import { pay } from './payment';

const required = v.pipe(v.string(), v.trim(), v.nonEmpty());
const optional = v.pipe(v.string(), v.trim());
/** §5: some fields are required; formats are not checked. */
const Guest = v.object({ firstName: required, lastName: required, email: required, phone: required });
const Card = v.object({ cardNumber: required, expiry: required, cvv: required, cardholder: required });
const Address = v.object({ address: optional, city: optional, postalCode: optional, country: optional });
const Fields = v.object({ ...Guest.entries, ...Address.entries, ...Card.entries });
type Fields = v.InferOutput<typeof Fields>;

const GUEST_FIELDS = ['firstName', 'lastName', 'email', 'phone'] as const;
const CARD_FIELDS = ['cardNumber', 'expiry', 'cvv', 'cardholder'] as const;

interface BookingFormProps {
  /** The hotel or car that is paid for. */
  name: string;
  total: number;
  /** The success page shows other texts for a car. */
  kind: 'stay' | 'car';
}

export function BookingForm({ name, total, kind }: BookingFormProps) {
  const { t } = useTranslation(['booking', 'common']);
  const format = useFormat();
  const navigate = useNavigate();
  const session = useSession();
  const [paymentFailed, setPaymentFailed] = useState(false);
  const form = useForm<Fields>({
    resolver: valibotResolver(Fields),
    reValidateMode: 'onSubmit',
    defaultValues: {
      firstName: session?.profile.firstName ?? '',
      lastName: '',
      email: session?.profile.email ?? '',
      phone: '',
      address: '',
      city: '',
      postalCode: '',
      country: t('defaultCountry'),
      cardNumber: '',
      expiry: '',
      cvv: '',
      cardholder: '',
    },
  });
  const { errors, isSubmitting } = form.formState;

  // Leaving the page during the payment cancels it.
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const settle = async () => {
    try {
      const confirmation = await pay();
      if (left.current) return;
      const query = new URLSearchParams({ confirmation, hotel: name, total: String(total) });
      if (kind === 'car') query.set('type', kind);
      await navigate(`/booking-success?${query.toString()}`);
    } catch {
      setPaymentFailed(true);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => form.handleSubmit(settle)(event);
  const onChange = () => {
    setPaymentFailed(false);
    form.clearErrors();
  };

  const field = (key: keyof Fields, hint?: string) => ({
    label: t(`field.${key}`),
    hint,
    required: !(key in Address.entries),
    error: errors[key] && t('common:form.required'),
    ...form.register(key),
  });
  const formError = () => {
    if (GUEST_FIELDS.some((key) => errors[key])) return t('error.guest');
    if (CARD_FIELDS.some((key) => errors[key])) return t('error.card');
    return paymentFailed ? t('error.payment') : undefined;
  };
  const error = formError();

  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
      <Panel icon={<UserRound aria-hidden />} title={t('guest.title')}>
        <TextField autoComplete="given-name" {...field('firstName')} />
        <TextField autoComplete="family-name" {...field('lastName')} />
        <TextField type="email" autoComplete="email" {...field('email')} />
        <TextField type="tel" autoComplete="tel" {...field('phone')} />
        <div className={styles['whole']}>
          <TextField autoComplete="street-address" {...field('address')} />
        </div>
        <TextField autoComplete="postal-code" {...field('postalCode')} />
        <TextField autoComplete="address-level2" {...field('city')} />
        <TextField autoComplete="country-name" {...field('country')} />
      </Panel>
      <Panel icon={<CreditCard aria-hidden />} title={t('card.title')}>
        <div className={styles['whole']}>
          <TextField inputMode="numeric" autoComplete="cc-number" maxLength={19} {...field('cardNumber')} />
        </div>
        <TextField autoComplete="cc-exp" maxLength={5} {...field('expiry')} placeholder={t('card.expiryFormat')} />
        <TextField inputMode="numeric" autoComplete="cc-csc" maxLength={4} {...field('cvv')} />
        <div className={styles['whole']}>
          <TextField autoComplete="cc-name" {...field('cardholder')} />
        </div>
        <p className={styles['simulated']}>
          <Lock aria-hidden />
          {t('card.simulated')}
        </p>
      </Panel>
      {error && <Notice tone={paymentFailed ? 'error' : 'info'}>{error}</Notice>}
      <Button type="submit" variant="accent" wide disabled={isSubmitting}>
        {isSubmitting ? t('submitting') : t('submit', { total: format.price(total) })}
      </Button>
    </form>
  );
}

function Panel({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <fieldset className={styles['panel']}>
      <legend className={styles['legend']}>
        {icon}
        {title}
      </legend>
      <div className={styles['fields']}>{children}</div>
    </fieldset>
  );
}
