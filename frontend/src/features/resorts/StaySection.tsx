import { useId, type ReactNode } from 'react';
import styles from './StaySection.module.css';

interface StaySectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A section of a club's page. */
export function StaySection({ title, text, children }: StaySectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles['section']}>
      <div>
        <h2 id={titleId}>{title}</h2>
        {text && <p className={styles['text']}>{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** Paragraphs with a limited line length. */
export function Prose({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div className={styles['prose']}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
