import { Article } from '@/widgets/article/Article';
import type { ListedLink } from '@/widgets/article/LinkList';
import { UPDATED } from './updated';

interface LegalArticleProps<Id extends string> {
  title: string;
  intro: string;
  /** The sections in their order, whose ids are keys of the page's dictionary. */
  sections: readonly Id[];
  textOf: (section: Id, part: 'title' | 'text') => string;
  links: Partial<Record<Id, readonly ListedLink[]>>;
}

/** A legal text: sections of a title, paragraphs and links. */
export function LegalArticle<Id extends string>({ title, intro, sections, textOf, links }: LegalArticleProps<Id>) {
  return (
    <Article
      title={title}
      intro={intro}
      updated={UPDATED}
      sections={sections.map((id) => ({ id, title: textOf(id, 'title'), text: textOf(id, 'text'), links: links[id] ?? [] }))}
    />
  );
}
