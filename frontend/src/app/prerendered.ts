/** A page that the build has prerendered. */
export interface Prerendered {
  /** HTML of the title, meta and link elements, for the document's head. */
  head: string;
  /** HTML of the content of `#root`. */
  body: string;
  /** The i18n namespaces that the page uses. */
  texts: string[];
  /** Only what stands around the page, or the page too. */
  drawn: 'frame' | 'page';
}
