/** A page that was drawn where no browser is. */
export interface Prerendered {
  /** Titles, descriptions and links, which belong into the document's head. */
  head: string;
  body: string;
  /** The namespaces whose texts the page shows. */
  texts: string[];
  /** Only what stands around the page, or the page too. */
  drawn: 'frame' | 'page';
}
