import { valibotResolver } from '@hookform/resolvers/valibot';
import { CreditCard, Lock, UserRound } from 'lucide-react';
import { useEffect, useRef, useState, type ChangeEvent, type ClipboardEvent, type ReactNode, type SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { TextField } from '@/components/TextField';
import { useFormat } from '@/i18n/useFormat';
import { preload } from '@/browser/preload';
import { useSession } from '@/session/useSession';
import styles from './BookingForm.module.css';
import { formatCardNumber, formatExpiry, formatInPlace } from './cardFormats';
import { EmailField } from './EmailField';
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

/** Loaded before the payment, so that the confirmation shows even if the connection is lost meanwhile. */
const loadReceipt = () => import('./BookingSuccessPage');

interface BookingFormProps {
  /** In euros; null while the price is checked. */
  total: number | null;
  /** The summary of the booking: beside the form, on a narrow screen between the fields and the button. */
  summary: ReactNode;
  onPaid: (confirmation: string) => void | Promise<void>;
}

export function BookingForm({ total, summary, onPaid }: BookingFormProps) {
  const { t } = useTranslation(['booking', 'common']);
  const format = useFormat();
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

  useEffect(() => preload(loadReceipt), []);

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
      if (!left.current) await onPaid(confirmation);
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
  /** A field that formats what is typed or pasted. */
  const formatted = (key: keyof Fields, formatText: (text: string) => string) => {
    const { onChange: onFieldChange, ...rest } = field(key);
    return {
      ...rest,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        formatInPlace(event.target, formatText);
        void onFieldChange(event);
      },
      onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
        const input = event.currentTarget;
        const before = input.value.slice(0, input.selectionStart ?? 0);
        const after = input.value.slice(input.selectionEnd ?? 0);
        const text = formatText(before + event.clipboardData.getData('text').trim() + after);
        // Longer texts are left to the browser, which cuts them.
        if (text.length > input.maxLength) return;
        event.preventDefault();
        form.setValue(key, text);
        onChange();
      },
    };
  };
  const formError = () => {
    if (GUEST_FIELDS.some((key) => errors[key])) return t('error.guest');
    if (CARD_FIELDS.some((key) => errors[key])) return t('error.card');
    return paymentFailed ? t('error.payment') : undefined;
  };
  const error = formError();
  const buttonText = () => {
    if (isSubmitting) return t('submitting');
    return total === null ? t('checkingPrice') : t('submit', { total: format.price(total) });
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
      <div className={styles['panels']}>
        <Panel icon={<UserRound aria-hidden />} title={t('guest.title')}>
          <TextField autoComplete="given-name" {...field('firstName')} />
          <TextField autoComplete="family-name" {...field('lastName')} />
          <EmailField {...field('email')} onCorrect={(address) => form.setValue('email', address)} />
          <TextField type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
          <div className={styles['whole']}>
            <TextField autoComplete="street-address" {...field('address')} />
          </div>
          <TextField autoComplete="postal-code" {...field('postalCode')} />
          <TextField autoComplete="address-level2" {...field('city')} />
          <TextField autoComplete="country-name" {...field('country')} />
        </Panel>
        <Panel icon={<CreditCard aria-hidden />} title={t('card.title')}>
          <div className={styles['whole']}>
            <TextField inputMode="numeric" autoComplete="cc-number" maxLength={19} {...formatted('cardNumber', formatCardNumber)} />
          </div>
          <TextField
            inputMode="numeric"
            autoComplete="cc-exp"
            maxLength={5}
            {...formatted('expiry', formatExpiry)}
            placeholder={t('card.expiryFormat')}
          />
          <TextField inputMode="numeric" autoComplete="cc-csc" maxLength={4} {...field('cvv')} />
          <div className={styles['whole']}>
            <TextField autoComplete="cc-name" autoCapitalize="characters" spellCheck={false} {...field('cardholder')} />
          </div>
          <p className={styles['simulated']}>
            <Lock aria-hidden />
            {t('card.simulated')}
          </p>
        </Panel>
      </div>
      <div className={styles['summary']}>{summary}</div>
      <div className={styles['submit']}>
        {error && <Notice tone={paymentFailed ? 'error' : 'info'}>{error}</Notice>}
        <Button type="submit" variant="accent" wide disabled={isSubmitting || total === null}>
          {buttonText()}
        </Button>
      </div>
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
