import { useId, type ReactNode } from 'react';
import styles from './Field.module.css';

export interface FieldProps {
  label: string;
  /** The validation message, shown below the control and announced by screen readers. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Hides the label visually; screen readers still read it. */
  hideLabel?: boolean;
}

/** Attributes that connect a control with its label, hint and error. */
interface ControlAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

type FieldWithControl = FieldProps & { children: (attributes: ControlAttributes) => ReactNode };

/** A form field: label, control, hint and error. `children` renders the control with the given attributes. */
export function Field({ label, error, hint, hideLabel, children }: FieldWithControl) {
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
