import { useId, type ReactNode } from 'react';
import styles from './AccountSection.module.css';

interface AccountSectionProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** One card of the account page. */
export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles['section']}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className={styles['lead']}>{lead}</p>
      </div>
      {children}
    </section>
  );
}
