import { useId, type ReactNode } from 'react';
import { classes } from '@/components/classes';
import styles from './Section.module.css';

interface SectionProps {
  /** The anchor that links to this section name. */
  id?: string;
  title: string;
  text?: string;
  /** Sits beside the title. */
  aside?: ReactNode;
  /** A band of colour over the whole width. */
  tone?: 'sand' | 'maquis' | 'sea';
  children: ReactNode;
}

/** A part of the home page: a title, a sentence, what it is about. */
export function Section({ id, title, text, aside, tone, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className={classes(tone && styles['band'], tone && styles[tone])}>
      <div className={styles['section']}>
        <div className={styles['head']}>
          <div>
            <h2 id={titleId}>{title}</h2>
            {text && <p className={styles['text']}>{text}</p>}
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}
