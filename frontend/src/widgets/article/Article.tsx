import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '@/i18n/useFormat';
import { Breadcrumb } from '@/widgets/page/Breadcrumb';
import { PageTitle } from '@/widgets/page/PageTitle';
import styles from './Article.module.css';
import { LinkList, type ListedLink } from './LinkList';
import { Paragraphs } from './Paragraphs';

interface ArticleSection {
  /** The section's id, for links to it. */
  readonly id: string;
  readonly title: string;
  /** Paragraphs, one a line. */
  readonly text?: string;
  /** Rendered below the text. */
  readonly children?: ReactNode;
  /** The ways on from the section. */
  readonly links?: readonly ListedLink[];
}

interface ArticleProps {
  title: string;
  /** The first paragraph, which also describes the page for search engines. */
  intro: string;
  /** The day of the last change: `YYYY-MM-DD`. */
  updated?: string;
  sections: readonly ArticleSection[];
}

/** A page of text: title, introduction, table of contents, sections. */
export function Article({ title, intro, updated, sections }: ArticleProps) {
  const { t } = useTranslation('article');
  const format = useFormat();
  return (
    <article className={styles['article']}>
      <PageTitle description={intro}>{title}</PageTitle>
      <Breadcrumb path={[{ label: title }]} />
      <header className={styles['head']}>
        <h1>{title}</h1>
        <p className={styles['intro']}>{intro}</p>
        {updated && <p className={styles['updated']}>{t('updated', { date: format.date(updated) })}</p>}
      </header>
      <div className={styles['columns']}>
        <nav aria-labelledby="contents" className={styles['contents']}>
          <h2 id="contents">{t('contents')}</h2>
          <ul>
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <Link to={{ hash: id }}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles['sections']}>
          {sections.map((section) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`} className={styles['section']}>
              <h2 id={`${section.id}-title`}>{section.title}</h2>
              {section.text && <Paragraphs text={section.text} />}
              {section.children}
              {section.links && section.links.length > 0 && <LinkList links={section.links} />}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
