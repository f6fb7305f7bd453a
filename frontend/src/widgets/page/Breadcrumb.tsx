import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pathInLanguage, type Language } from '@/i18n/language';
import { useTextLanguage } from '@/i18n/useFormat';
import styles from './Breadcrumb.module.css';
import { StructuredData } from '@/components/StructuredData';

const SEPARATOR = ' > ';

interface Crumb {
  label: string;
  to?: string;
}

/** The breadcrumb trail 'Accueil > …'. It starts with a link to the home page; the last crumb is the current page. */
export function Breadcrumb({ path }: { path: readonly Crumb[] }) {
  const { t } = useTranslation();
  const language = useTextLanguage();
  const crumbs: Crumb[] = [{ label: t('breadcrumb.home'), to: '/' }, ...path];
  return (
    <nav aria-label={t('breadcrumb.label')} className={styles['breadcrumb']}>
      {crumbs.map(({ label, to }, index) => {
        const isCurrent = index === crumbs.length - 1;
        return (
          <Fragment key={index}>
            {index > 0 && <span aria-hidden>{SEPARATOR}</span>}
            {to && !isCurrent ? <Link to={to}>{label}</Link> : <span aria-current={isCurrent ? 'page' : undefined}>{label}</span>}
          </Fragment>
        );
      })}
      <StructuredData data={{ '@type': 'BreadcrumbList', itemListElement: crumbs.map((crumb, index) => toListItem(crumb, index, language)) }} />
    </nav>
  );
}

function toListItem({ label, to }: Crumb, index: number, language: Language) {
  return {
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    ...(to && { item: new URL(pathInLanguage(to, language), location.origin).href }),
  };
}
