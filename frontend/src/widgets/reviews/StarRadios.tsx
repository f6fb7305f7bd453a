import { Star } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { STARS, type StarRating } from './stars';
import styles from './StarRadios.module.css';

interface StarRadiosProps {
  value: StarRating | null;
  onChange: (rating: StarRating) => void;
  error: string | undefined;
  disabled: boolean;
}

/** Five radio buttons that look like stars, and the word for the chosen rating. */
export function StarRadios({ value, onChange, error, disabled }: StarRadiosProps) {
  const { t } = useTranslation('reviews');
  const id = useId();
  return (
    <fieldset className={styles['field']} disabled={disabled} aria-describedby={`${id}-error`}>
      <legend className={styles['legend']}>{t('dialog.rating')}</legend>
      <div className={styles['line']}>
        <div className={styles['stars']}>
          {STARS.map((stars) => (
            <label key={stars} className={classes(styles['star'], value !== null && stars <= value && styles['filled'])}>
              <input
                type="radio"
                name={id}
                value={stars}
                checked={value === stars}
                onChange={() => onChange(stars)}
                aria-label={t('dialog.star', { count: stars })}
              />
              <Star aria-hidden />
            </label>
          ))}
        </div>
        <span className={styles['word']} aria-live="polite">
          {value !== null && t(`dialog.level.${value}`)}
        </span>
      </div>
      <p id={`${id}-error`} className={styles['error']} aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
