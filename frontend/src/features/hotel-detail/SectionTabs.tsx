import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import tabList from '@/components/TabList.module.css';
import { SECTIONS, sectionId, tabId, type SectionName } from './sections';
import styles from './SectionTabs.module.css';
import { useShownSection } from './useShownSection';

/** A sticky bar of links to the sections, which marks the section in view. */
export function SectionTabs() {
  const { t } = useTranslation('hotel-detail');
  const shown = useShownSection();
  const list = useRef<HTMLDivElement>(null);

  const goTo = (name: SectionName) => document.getElementById(sectionId(name))?.scrollIntoView();
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    const name = target === undefined ? undefined : SECTIONS.at(target % SECTIONS.length);
    if (!name) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`#${tabId(name)}`)?.focus({ preventScroll: true });
    goTo(name);
  };

  return (
    <div className={styles['bar']}>
      <div ref={list} role="tablist" aria-label={t('tabs.label')} className={tabList['list']}>
        {SECTIONS.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabId(name)}
            aria-selected={name === shown}
            aria-controls={sectionId(name)}
            tabIndex={name === shown ? 0 : -1}
            onClick={() => goTo(name)}
            onKeyDown={(event) => onKeyDown(event, index)}
            className={classes(tabList['tab'], styles['tab'])}
          >
            {t(`tabs.${name}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
