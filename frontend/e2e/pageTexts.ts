import type { Page } from '@playwright/test';

/** What is heard or shown on pointing, and what a search engine and a shared link read. */
const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'title', 'placeholder'];
const HEAD = 'meta[name="description"], meta[property="og:title"], meta[property="og:description"]';

export interface PageText {
  readonly text: string;
  /** Of which language the page says that it is. */
  readonly language: string;
}

/** Everything that the page says, to be seen or not. */
export function pageTexts(page: Page): Promise<PageText[]> {
  return page.evaluate(
    ([attributes, head]) => {
      const found: PageText[] = [];
      const say = (element: Element, said: string | null) => {
        const text = said?.trim();
        if (text) found.push({ text, language: element.closest('[lang]')?.getAttribute('lang') ?? '' });
      };
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (nodes.nextNode()) {
        const element = nodes.currentNode.parentElement;
        if (element && !element.closest('script, style, noscript')) say(element, nodes.currentNode.textContent);
      }
      for (const name of attributes) {
        for (const element of document.body.querySelectorAll(`[${name}]`)) say(element, element.getAttribute(name));
      }
      say(document.documentElement, document.title);
      for (const element of document.head.querySelectorAll(head)) say(element, element.getAttribute('content'));
      return found;
    },
    [ATTRIBUTES, HEAD] as const,
  );
}
