import { BedDouble, Users } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/components/Skeleton';
import type { OwnRoom } from '@/domain/ownRooms';
import { Room, type RoomsProps } from './Room';

interface OwnRoomsProps extends RoomsProps {
  /** The index of the room with the main button; beyond the list if that is another room. */
  main: number;
}

/** The rooms that the establishment has described. */
export function OwnRooms({ main, ...props }: OwnRoomsProps) {
  return props.establishment.ownRooms.map((room, index) =>
    room.kind === 'whole' ? (
      <Whole key={room.whole} {...props} room={room} isMain={index === main} />
    ) : (
      <Suspense key={room.roomType} fallback={<Skeleton shape="block" ratio={4} />}>
        <RoomOfType {...props} room={room} isMain={index === main} />
      </Suspense>
    ),
  );
}

function Whole({ room, ...props }: RoomsProps & { room: Extract<OwnRoom, { kind: 'whole' }>; isMain: boolean }) {
  const { t } = useTranslation('stay-terms');
  return (
    <Room
      {...props}
      name={t(`whole.${room.whole}`)}
      capacity={room.most}
      note={t('own')}
      facts={<Facts most={room.most} numberOfRooms={props.establishment.numberOfRooms} />}
    />
  );
}

type RoomOfTypeProps = RoomsProps & { room: Extract<OwnRoom, { kind: 'room' }>; isMain: boolean };

function RoomOfType({ room, ...props }: RoomOfTypeProps) {
  const { t } = useTranslation(['partners', 'stay-terms']);
  const name = t(`partners:roomType.${room.roomType}`);
  return <Room {...props} name={name} capacity={room.most} note={t('stay-terms:own')} facts={<Facts most={room.most} numberOfRooms={null} />} />;
}

function Facts({ most, numberOfRooms }: { most: number; numberOfRooms: number | null }) {
  const { t } = useTranslation('stay-terms');
  return (
    <>
      <li>
        <Users aria-hidden />
        {t('upTo', { count: most })}
      </li>
      {numberOfRooms !== null && (
        <li>
          <BedDouble aria-hidden />
          {t('rooms', { count: numberOfRooms })}
        </li>
      )}
    </>
  );
}
