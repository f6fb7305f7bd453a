import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { clubPath, type ClubHotel } from '@/sample-content/clubHotels';
import { EstablishmentCard } from '@/widgets/listing/EstablishmentCard';

interface ClubCardProps {
  club: ClubHotel;
  /** The badge on the picture; by default the club's speciality. */
  badge?: string;
  priority?: boolean;
}

export function ClubCard({ club, badge, priority = false }: ClubCardProps) {
  const { t } = useTranslation(['clubs', 'club-features']);
  const to = clubPath(club.name);
  return (
    <EstablishmentCard
      name={club.name}
      {...(to && { to })}
      place={club.location}
      picture={club.picture}
      priority={priority}
      rating={club.rating}
      reviewsCount={club.reviewsCount}
      price={club.pricePerNight}
      from
      badge={<Badge tone="white">{badge ?? t(`clubs:club.${club.slug}.badge`)}</Badge>}
      text={t(`clubs:club.${club.slug}.description`)}
      highlights={club.amenities.map((amenity) => t(`club-features:equipment.${amenity}`))}
    />
  );
}
