/** The i18n namespaces of the first page, which the document lists in `data-texts`; empty without that attribute. */
export function firstTexts(root: HTMLElement): string[] {
  return root.dataset['texts']?.split(' ').filter(Boolean) ?? [];
}
