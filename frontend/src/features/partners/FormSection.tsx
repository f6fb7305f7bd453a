import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { isInOrder, type ApplicationDraft, type FieldName } from './application';
import styles from './FormSection.module.css';

const NOTHING: readonly FieldName[] = [];

interface FormSectionProps {
  number: number;
  title: string;
  text?: string;
  /** The fields that must be valid for the section to be complete. */
  needs?: readonly FieldName[];
  children: ReactNode;
}

/** A numbered section of the form. A check mark replaces its number when it is complete. */
export function FormSection({ number, title, text, needs = NOTHING, children }: FormSectionProps) {
  return (
    <fieldset className={styles['section']}>
      <legend className={styles['legend']}>
        <Mark number={number} needs={needs} />
        {title}
      </legend>
      {text && <p className={styles['text']}>{text}</p>}
      {children}
    </fieldset>
  );
}

function Mark({ number, needs }: { number: number; needs: readonly FieldName[] }) {
  const values = useWatch<ApplicationDraft>();
  const isDone = needs.length > 0 && needs.every((name) => isInOrder(name, values[name]));
  return (
    <span className={styles['mark']} data-done={isDone || undefined} aria-hidden>
      {isDone ? <Check /> : number}
    </span>
  );
}
