import type { ChangeEvent, ReactNode } from 'react';
import buttonStyles from '@/components/Button.module.css';
import { classes } from '@/components/classes';
import styles from './FileButton.module.css';

interface FileButtonProps {
  /** The accessible name; the visible text may be shorter. */
  label: string;
  icon: ReactNode;
  children: ReactNode;
  onFiles: (files: File[]) => void;
}

/** A file input that looks like a button. */
export function FileButton({ label, icon, children, onFiles }: FileButtonProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Without a reset, choosing the same file again would fire no change event.
    target.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <label className={classes(buttonStyles['button'], buttonStyles['outline'], buttonStyles['sm'], styles['button'])}>
      {icon}
      {children}
      <input type="file" accept="image/*" multiple aria-label={label} onChange={onChange} className="visually-hidden" />
    </label>
  );
}
