interface ServerPlaceProps {
  /** Its name in the comments between which a server puts HTML. */
  name: 'page-title' | 'page-cover' | 'page-text';
  className?: string | undefined;
}

/**
 * A place in a prerendered skeleton that a server may fill in. React leaves its content alone. It is `:empty` until it
 * is filled in.
 */
export function ServerPlace({ name, className }: ServerPlaceProps) {
  return (
    <div
      data-place={name}
      className={className}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: `<!--${name}--><!--/${name}-->` }}
    />
  );
}
