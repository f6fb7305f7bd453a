/** What a page is about, in the words of schema.org, for search engines. */
export function StructuredData({ data }: { data: { '@type': string; [property: string]: unknown } }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data });
  // A text that closes the element must not end it.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }} />;
}
