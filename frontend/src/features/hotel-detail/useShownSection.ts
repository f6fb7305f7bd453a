import { useEffect, useState } from 'react';
import { SECTIONS, sectionId, tabId, type SectionName } from './sections';

/** The distance from the top at which a section becomes the current one. */
const OFFSET_PX = 150;

export function useShownSection(): SectionName {
  const [shown, setShown] = useState<SectionName>('overview');
  useEffect(() => {
    const follow = () => setShown(sectionInView());
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  useEffect(() => {
    const tab = document.getElementById(tabId(shown));
    const list = tab?.parentElement;
    if (tab && list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  }, [shown]);
  return shown;
}

function sectionInView(): SectionName {
  const page = document.documentElement;
  const atEnd = page.scrollTop > 0 && page.scrollTop + page.clientHeight >= page.scrollHeight - 1;
  if (atEnd) return 'reviews';
  const reached = SECTIONS.filter((name) => {
    const top = document.getElementById(sectionId(name))?.getBoundingClientRect().top;
    return top !== undefined && top <= OFFSET_PX;
  });
  return reached.at(-1) ?? 'overview';
}
