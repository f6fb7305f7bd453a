import type { Page } from '@playwright/test';

/** The words that are broken over two lines without a hyphen. A soft hyphen in the dictionary says where a long one may break. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken = new Set<string>();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const { parentElement: element, textContent: text } = node;
      if (!text || !element?.checkVisibility() || element.closest('script, style, noscript, select, svg')) continue;
      for (const { 0: word, index } of text.matchAll(/[\p{Script=Latin}\u00AD]{6,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        if (lines.size > 1 && !word.includes('\u00AD')) broken.add(`${word} in ${element.tagName}`);
      }
    }
    return [...broken];
  });
}
