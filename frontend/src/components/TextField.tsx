import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes';
import { Field, type FieldProps } from './Field';
import styles from './Field.module.css';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id'> & { affix?: ReactNode };

/** A one-line text input; accepts the props of react-hook-form's `register`. `affix` is shown inside its end. */
export function TextField({ label, error, hint, hideLabel, affix, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, error, hint }} {...(hideLabel && { hideLabel })}>
      {(attributes) => {
        const control = <input type="text" {...input} {...attributes} className={classes(styles['control'], className)} />;
        return affix ? (
          <div className={styles['affix']}>
            {control}
            {affix}
          </div>
        ) : (
          control
        );
      }}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id'>;

export function TextArea({ label, error, hint, hideLabel, className, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, error, hint }} {...(hideLabel && { hideLabel })}>
      {(attributes) => <textarea {...area} {...attributes} className={classes(styles['control'], styles['area'], className)} />}
    </Field>
  );
}
