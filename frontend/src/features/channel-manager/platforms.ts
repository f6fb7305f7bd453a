import { SAMPLE_PLATFORMS, type PlatformStatus, type SamplePlatform } from '@/sample-content/channelPlatforms';

/** §4 Channel platform status: the state changes of connect, disconnect and synchronise. Nothing is sent. */
export interface Platform {
  readonly id: SamplePlatform['id'];
  readonly name: string;
  readonly logo: string;
  readonly status: PlatformStatus;
  readonly lastSync: Date | null;
  readonly bookings: number | null;
  readonly revenue: number | null;
  readonly commission: number;
}

export interface PlatformAction {
  readonly type: 'connect' | 'disconnect' | 'synchronise';
  readonly id: Platform['id'];
  readonly now: Date;
}

export function samplePlatforms(now: Date): Platform[] {
  return SAMPLE_PLATFORMS.map(({ id, name, logo, status, bookings, revenue, commission, syncedMinutesAgo }) => ({
    id,
    name,
    logo,
    status,
    bookings,
    revenue,
    commission,
    lastSync: syncedMinutesAgo === null ? null : new Date(now.getTime() - syncedMinutesAgo * 60_000),
  }));
}

export function changePlatforms(platforms: Platform[], action: PlatformAction): Platform[] {
  return platforms.map((platform) => (platform.id === action.id ? { ...platform, ...change(action) } : platform));
}

function change({ type, now }: PlatformAction): Partial<Platform> {
  switch (type) {
    case 'connect':
      return { status: 'connected', lastSync: now, bookings: 0, revenue: 0 };
    case 'disconnect':
      return { status: 'disconnected', lastSync: null, bookings: null, revenue: null };
    default:
      return { lastSync: now };
  }
}

interface Totals {
  readonly connected: number;
  readonly bookings: number;
  readonly revenue: number;
  /** The commission of the platforms, as a share of the revenue. */
  readonly commissions: number;
}

export function totals(platforms: readonly Platform[]): Totals {
  const sum = (value: (platform: Platform) => number) => platforms.reduce((all, platform) => all + value(platform), 0);
  return {
    connected: platforms.filter(({ status }) => status === 'connected').length,
    bookings: sum(({ bookings }) => bookings ?? 0),
    revenue: sum(({ revenue }) => revenue ?? 0),
    commissions: Math.round(sum(({ revenue, commission }) => (revenue ?? 0) * commission)) / 100,
  };
}
