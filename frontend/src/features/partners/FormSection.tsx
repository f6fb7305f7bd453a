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
  /** What has to be in order for the section to be ticked off. */
  needs?: readonly FieldName[];
  children: ReactNode;
}

/** One numbered part of the form. Its number becomes a tick when nothing is missing. */
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
