import { CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import type { PlatformStatus } from '@/sample-content/channelPlatforms';

const LOOK = {
  connected: { tone: 'maquis', Icon: CircleCheck },
  disconnected: { tone: 'sea', Icon: CircleDashed },
  pending: { tone: 'sand', Icon: Clock },
  error: { tone: 'terracotta', Icon: CircleAlert },
} as const satisfies Record<PlatformStatus, unknown>;

export function StatusBadge({ status }: { status: PlatformStatus }) {
  const { t } = useTranslation('channel-manager');
  const { tone, Icon } = LOOK[status];
  return (
    <span>
      <Badge tone={tone} icon={<Icon aria-hidden />}>
        {t(`status.${status}`)}
      </Badge>
    </span>
  );
}
