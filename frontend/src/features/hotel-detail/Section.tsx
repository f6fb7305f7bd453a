import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Section.module.css';
import { sectionId, type SectionName } from './sections';

/** A section with a tab in `SectionTabs`. */
export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const { t } = useTranslation('hotel-detail');
  const headingId = `${sectionId(name)}-heading`;
  return (
    <section id={sectionId(name)} aria-labelledby={headingId} className={styles['section']}>
      <h2 id={headingId}>{t(`${name}.heading`)}</h2>
      {children}
    </section>
  );
}
