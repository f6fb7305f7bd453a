import type { ComponentProps, ReactNode } from 'react';
import { TextField } from '@/components/TextField';
import styles from './ContactFields.module.css';
import type { ContactField } from './contact';

interface ContactFieldsProps {
  /** The label, the error and what registers a field. */
  field: (name: ContactField) => ComponentProps<typeof TextField>;
  /**
   * Renders further inputs, after the names. A function, so that all inputs register in the order in which they stand:
   * the form focuses the first one with an error.
   */
  children?: () => ReactNode;
}

/** The inputs for a person's name, phone number and address. */
export function ContactFields({ field, children }: ContactFieldsProps) {
  return (
    <>
      <div className={styles['pair']}>
        <TextField required autoComplete="given-name" {...field('firstName')} />
        <TextField required autoComplete="family-name" {...field('lastName')} />
      </div>
      {children?.()}
      <TextField type="tel" autoComplete="tel" {...field('phone')} />
      <TextField autoComplete="street-address" {...field('address')} />
      <div className={styles['pair']}>
        <TextField autoComplete="postal-code" {...field('postalCode')} />
        <TextField autoComplete="address-level2" {...field('city')} />
      </div>
      <TextField autoComplete="country-name" {...field('country')} />
    </>
  );
}
