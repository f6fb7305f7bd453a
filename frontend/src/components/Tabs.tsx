import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classes } from './classes';
import tabList from './TabList.module.css';
import styles from './Tabs.module.css';

export interface Tab<Key extends string> {
  key: Key;
  label: string;
  icon?: ReactNode;
}

interface TabsProps<Key extends string> {
  label: string;
  tabs: readonly Tab<Key>[];
  selected: Key;
  onSelect: (key: Key) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
  className?: string;
}

/** Tabs after the ARIA pattern with automatic activation: arrow keys, Home and End move the focus and select. */
export function Tabs<Key extends string>({ label, tabs, selected, onSelect, children, className }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const select = (index: number) => {
    const tab = tabs.at(index % tabs.length);
    if (!tab) return;
    onSelect(tab.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${tab.key}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.key === selected);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    select(target);
  };

  return (
    <div className={className}>
      <div ref={list} role="tablist" aria-label={label} className={classes(tabList['list'], styles['list'])}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            data-key={tab.key}
            aria-selected={tab.key === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === selected ? 0 : -1}
            onClick={() => onSelect(tab.key)}
            onKeyDown={onKeyDown}
            className={classes(tabList['tab'], styles['tab'])}
          >
            {tab.icon}
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} className={styles['panel']}>
        {children}
      </div>
    </div>
  );
}
