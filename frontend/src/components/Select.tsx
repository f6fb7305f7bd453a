import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes';
import { Field, type FieldProps } from './Field';
import styles from './Field.module.css';

type SelectProps = FieldProps & Omit<ComponentProps<'select'>, 'id'>;

/** A native select element: phones show it as their own picker. */
export function Select({ label, error, hint, hideLabel, className, children, ...select }: SelectProps) {
  return (
    <Field {...{ label, error, hint }} {...(hideLabel && { hideLabel })}>
      {(attributes) => (
        <div className={styles['select']}>
          <select {...select} {...attributes} className={classes(styles['control'], className)}>
            {children}
          </select>
          <ChevronDown aria-hidden />
        </div>
      )}
    </Field>
  );
}
