import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/app/PageTitle';
import { Hero } from './Hero';

export function Component() {
  const { t } = useTranslation('home');
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <Hero />
    </>
  );
}
