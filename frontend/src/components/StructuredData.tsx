/** Structured data of schema.org for search engines, as JSON-LD. */
export function StructuredData({ data }: { data: { '@type': string; [property: string]: unknown } }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data });
  // Escaped, so that a text with `</script>` cannot close the element.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }} />;
}
