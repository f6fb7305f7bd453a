import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/Button';
import { EmptyDrawing } from '@/components/drawings';
import styles from './NotFound.module.css';
import { PageTitle } from './PageTitle';

export function NotFound() {
  const { t } = useTranslation(['layout', 'common']);
  return (
    <section className={styles['page']}>
      <PageTitle indexed={false}>{t('notFound.code')}</PageTitle>
      <EmptyDrawing />
      <h1 className={styles['code']}>{t('notFound.code')}</h1>
      <p className={styles['title']}>{t('notFound.title')}</p>
      <p className={styles['text']}>{t('notFound.text')}</p>
      <ButtonLink to="/">{t('common:action.backHome')}</ButtonLink>
    </section>
  );
}
