import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApplicationDraft } from './application';
import styles from './YesNo.module.css';

/** Two radio buttons with the values 'true' and 'false'. */
export function YesNo({ name, legend }: { name: 'previousHosting'; legend: string }) {
  const { t } = useTranslation('partners');
  const { register } = useFormContext<ApplicationDraft>();
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['legend']}>{legend}</legend>
      <div className={styles['answers']}>
        {(['true', 'false'] as const).map((value) => (
          <label key={value} className={styles['answer']}>
            <input type="radio" value={value} {...register(name)} />
            {t(`form.answer.${value}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
