import { useId } from 'react';
import styles from './ProgressLine.module.css';

interface ProgressLineProps {
  label: string;
  value: number;
  max: number;
}

export function ProgressLine({ label, value, max }: ProgressLineProps) {
  const id = useId();
  return (
    <div className={styles['line']}>
      <label htmlFor={id}>{label}</label>
      <progress id={id} value={value} max={max} className={styles['bar']} />
    </div>
  );
}
