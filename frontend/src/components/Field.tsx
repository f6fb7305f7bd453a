import { useId, type ReactNode } from 'react';
import styles from './Field.module.css';

export interface FieldProps {
  label: string;
  /** Shown by the field and announced. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Keeps the label for screen readers alone. */
  hideLabel?: boolean;
}

interface Wiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, control, hint and message, tied together. The control is drawn by the caller with what it is given. */
export function Field({ label, error, hint, hideLabel, children }: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p id={hintId} className={styles['hint']}>
          {hint}
        </p>
      )}
      <p id={errorId} className={styles['error']} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
