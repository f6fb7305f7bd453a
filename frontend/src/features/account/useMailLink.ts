import { useEffect, useState } from 'react';
import { readMailLink, type MailLink } from './mailLink';

/** The link that the person followed. Removes its token from the address, so that it is neither in the history nor shared. */
export function useMailLink(purpose: Parameters<typeof readMailLink>[1]): MailLink {
  const [link] = useState(() => readMailLink(location.hash, purpose));
  useEffect(() => {
    if (link.kind !== 'missing') window.history.replaceState(window.history.state, '', location.pathname + location.search);
  }, [link]);
  return link;
}
