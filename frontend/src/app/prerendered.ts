/** A page that the build has prerendered. */
export interface Prerendered {
  /** HTML of the title, meta and link elements, for the document's head. */
  head: string;
  /** HTML of the content of `#root`. */
  body: string;
  /** The i18n namespaces that the page uses. */
  texts: string[];
  /** `shell`: header, footer and the page's skeleton; `page`: the page as well. */
  extent: 'shell' | 'page';
}

/** Facts for a server, by the place of the document that it fills in with them. */
export interface ServerFacts {
  readonly cover?: object;
  readonly text?: object;
}
