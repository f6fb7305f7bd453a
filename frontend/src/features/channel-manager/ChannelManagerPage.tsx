import { ArrowLeftRight, BarChart3, Building2, CalendarRange, LayoutDashboard, Tags } from 'lucide-react';
import { lazy, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/Notice';
import { EmptyState } from '@/components/StateMessage';
import { Tabs } from '@/components/Tabs';
import { toast } from '@/components/toasts';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import consolePage from '@/widgets/page/ConsolePage.module.css';
import { PageTitle } from '@/widgets/page/PageTitle';
import styles from './ChannelManagerPage.module.css';
import { Dashboard } from './Dashboard';
import { PlatformList } from './PlatformList';
import { changePlatforms, samplePlatforms, type Platform, type PlatformAction } from './platforms';
import { PropertyList } from './PropertyList';

const ConnectDialog = lazy(() => import('./ConnectDialog'));

const TABS = [
  { key: 'dashboard', Icon: LayoutDashboard },
  { key: 'platforms', Icon: ArrowLeftRight },
  { key: 'properties', Icon: Building2 },
  { key: 'inventory', Icon: CalendarRange },
  { key: 'rates', Icon: Tags },
  { key: 'reports', Icon: BarChart3 },
] as const;
type TabKey = (typeof TABS)[number]['key'];

/** §2 /channel-manager: a demonstration. Its state is local to the page, and lost on leaving it. */
export function Component() {
  const { t } = useTranslation('channel-manager');
  const [tab, setTab] = useState<TabKey>('dashboard');
  const [platforms, dispatch] = useReducer(changePlatforms, undefined, () => samplePlatforms(new Date()));
  const [connecting, setConnecting] = useState<Platform | null>(null);

  const act = (type: PlatformAction['type'], { id, name }: Platform) => {
    dispatch({ type, id, now: new Date() });
    toast(t(`done.${type}`, { name }), 'success');
  };
  const panel = () => {
    switch (tab) {
      case 'dashboard':
        return <Dashboard platforms={platforms} onManage={() => setTab('platforms')} />;
      case 'platforms':
        return (
          <PlatformList
            platforms={platforms}
            onConnect={setConnecting}
            onDisconnect={(platform) => act('disconnect', platform)}
            onSynchronise={(platform) => act('synchronise', platform)}
          />
        );
      case 'properties':
        return <PropertyList platforms={platforms} />;
      default:
        return <EmptyState title={t('soon.title')}>{t(`soon.${tab}`)}</EmptyState>;
    }
  };

  return (
    <div className={consolePage['page']}>
      <PageTitle indexed={false}>{t('title')}</PageTitle>
      <div>
        <h1>{t('title')}</h1>
        <p className={styles['lead']}>{t('lead')}</p>
      </div>
      <Notice tone="info">{t('demonstration')}</Notice>
      <Tabs
        label={t('title')}
        tabs={TABS.map(({ key, Icon }) => ({ key, label: t(`tab.${key}`), icon: <Icon aria-hidden /> }))}
        selected={tab}
        onSelect={setTab}
      >
        {panel()}
      </Tabs>
      {connecting && (
        <DialogBoundary onClose={() => setConnecting(null)}>
          <ConnectDialog
            name={connecting.name}
            onConnect={() => {
              act('connect', connecting);
              setConnecting(null);
            }}
            onClose={() => setConnecting(null)}
          />
        </DialogBoundary>
      )}
    </div>
  );
}
