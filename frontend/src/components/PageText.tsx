/** A server replaces the text between these comments. */
const PLACE = '<!--page-text--><!--/page-text-->';

/** The place in a prerendered skeleton where a server puts the page's text. React leaves its content alone. */
export function PageText({ className }: { className?: string | undefined }) {
  return <div data-page-text className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: PLACE }} />;
}
