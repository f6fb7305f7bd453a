import type { Page } from '@playwright/test';

/** Attributes with texts for screen readers and tooltips, and metadata for search engines and shared links. */
const ATTRIBUTES = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'title', 'placeholder'];
const HEAD = 'meta[name="description"], meta[property="og:title"], meta[property="og:description"]';

interface PageText {
  readonly text: string;
  /** The language of the text, from the nearest `lang`. */
  readonly language: string;
}

/** All texts of the page, visible or not. */
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
