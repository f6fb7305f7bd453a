import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes';
import styles from './Notice.module.css';

const ICONS = { error: CircleAlert, success: CircleCheck, info: Info };

/** A message that stays where it concerns. Errors interrupt a screen reader, the others wait their turn. */
export function Notice({ tone, children }: { tone: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={classes(styles['notice'], styles[tone])}>
      <Icon aria-hidden />
      <p>{children}</p>
    </div>
  );
}
