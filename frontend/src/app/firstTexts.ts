/** The namespaces that the document names for its first page; none where it names none. */
export function firstTexts(root: HTMLElement): string[] {
  return root.dataset['texts']?.split(' ').filter(Boolean) ?? [];
}
