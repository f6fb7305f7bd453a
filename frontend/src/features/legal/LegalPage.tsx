import { useLocation } from 'react-router';
import { LegalNotice } from './LegalNotice';
import { Privacy } from './Privacy';
import { Terms } from './Terms';

/** `/mentions-legales`, `/conditions-generales` and `/confidentialite`. */
export function Component() {
  const { pathname } = useLocation();
  switch (pathname.replaceAll('/', '')) {
    case 'conditions-generales':
      return <Terms />;
    case 'confidentialite':
      return <Privacy />;
    default:
      return <LegalNotice />;
  }
}
