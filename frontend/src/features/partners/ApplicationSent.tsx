import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/Notice';
import { Picture } from '@/pictures/Picture';
import styles from './ApplicationSent.module.css';

/** Takes the focus from the submit button, which has been removed. */
export function ApplicationSent() {
  const { t } = useTranslation('partners');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} className={styles['sent']}>
      <Picture name="guest-house-1" alt="" sizes="(min-width: 768px) 712px, 100vw" ratio={16 / 9} className={styles['picture']} />
      <Notice tone="success">{t('form.success')}</Notice>
    </div>
  );
}
