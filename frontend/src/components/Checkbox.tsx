import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes';
import styles from './Field.module.css';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  children: ReactNode;
  /** Shown at the end of the line, for example a count. */
  aside?: ReactNode;
};

/** A native checkbox with its label. */
export function Checkbox({ children, aside, className, ...input }: CheckboxProps) {
  return (
    <label className={classes(styles['checkbox'], className)}>
      <input type="checkbox" {...input} />
      <span>{children}</span>
      {aside !== undefined && <span className={styles['aside']}>{aside}</span>}
    </label>
  );
}
