import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes';
import styles from './Notice.module.css';

const ICONS = { error: CircleAlert, success: CircleCheck, info: Info };

/** An inline message. Screen readers announce errors at once (`alert`) and the others politely (`status`). */
export function Notice({ tone, children }: { tone: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div role={tone === 'error' ? 'alert' : 'status'} className={classes(styles['notice'], styles[tone])}>
      <Icon aria-hidden />
      <p>{children}</p>
    </div>
  );
}
