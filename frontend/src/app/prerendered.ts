/** A page that was drawn where no browser is. */
export interface Prerendered {
  /** Titles, descriptions and links, which belong into the document's head. */
  head: string;
  body: string;
  /** The namespaces whose texts the page shows. */
  texts: string[];
}

/** What React tells of a part that was left to the browser on purpose. */
export const LEFT_OUT = 'left-to-the-browser';
