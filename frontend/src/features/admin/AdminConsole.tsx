import { useQuery } from '@tanstack/react-query';
import { Images, LogOut, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applicationsQuery } from '@/api/administration';
import { allHotelsQuery } from '@/api/hotels';
import { Button } from '@/components/Button';
import { Tabs } from '@/components/Tabs';
import consolePage from '@/widgets/page/ConsolePage.module.css';
import styles from './AdminConsole.module.css';
import { endAdminSession, type AdminSession } from './adminSession';
import { ApplicationsPanel } from './ApplicationsPanel';
import { ImagesPanel } from './ImagesPanel';
import { useBulkCreation } from './useBulkCreation';
import { useImageUploads } from './useImageUploads';

type TabKey = 'applications' | 'images';

/** The tabs of the administration. Bulk creation and uploads go on while the other tab is shown. */
export function AdminConsole({ session }: { session: AdminSession }) {
  const { t } = useTranslation('admin');
  const [tab, setTab] = useState<TabKey>('applications');
  const applications = useQuery(applicationsQuery(session.token));
  const hotels = useQuery(allHotelsQuery());
  const bulk = useBulkCreation(session.token);
  const uploads = useImageUploads(session.token);

  const pending = applications.data?.rows.filter(({ status }) => status === 'pending').length;
  const counted = (label: string, count: number | undefined) => (count === undefined ? label : t('tab.counted', { label, count }));
  const tabs = [
    { key: 'applications', label: counted(t('tab.applications'), pending), icon: <ScrollText aria-hidden /> },
    { key: 'images', label: counted(t('tab.images'), hotels.data?.rows.length), icon: <Images aria-hidden /> },
  ] as const;

  return (
    <div className={consolePage['page']}>
      <div className={styles['head']}>
        <div>
          <h1>{t('title')}</h1>
          <p className={styles['who']}>{t('who', { name: session.name })}</p>
        </div>
        <Button variant="outline" size="sm" icon={<LogOut aria-hidden />} onClick={endAdminSession}>
          {t('logout')}
        </Button>
      </div>
      <Tabs label={t('title')} tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'applications' ? (
          <ApplicationsPanel applications={applications} bulk={bulk} token={session.token} />
        ) : (
          <ImagesPanel hotels={hotels} uploads={uploads} />
        )}
      </Tabs>
    </div>
  );
}
