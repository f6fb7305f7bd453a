import { useTranslation } from 'react-i18next';
import { backendConfig } from '@/api/config';
import { Checkbox } from '@/components/Checkbox';
import { useHydrating } from '@/components/useHydrating';
import { setConsent, type Service } from '@/consent/consent';
import { useConsent } from '@/consent/useConsent';

/** A choice for each service of another host that this site uses. */
export function Choices() {
  const { t } = useTranslation('cookies');
  const streetMapHost = useStreetMapHost();
  return (
    <div>
      <Choice service="googleMaps" label={t('choices.googleMaps')} />
      {streetMapHost && <Choice service="streetMap" label={t('choices.streetMap', { host: streetMapHost })} />}
      {import.meta.env.VITE_GEOCODER_URL && <Choice service="geocoder" label={t('choices.geocoder')} />}
    </div>
  );
}

interface ChoiceProps {
  service: Service;
  label: string;
}

function Choice({ service, label }: ChoiceProps) {
  const granted = useConsent(service) === true;
  return (
    <p>
      <Checkbox checked={granted} onChange={(event) => setConsent(service, event.target.checked)}>
        {label}
      </Checkbox>
    </p>
  );
}

/** The host of the street map; empty on a site without one, and in prerendered HTML. */
function useStreetMapHost(): string {
  const isHydrating = useHydrating();
  const mapStyleUrl = isHydrating ? '' : backendConfig().mapStyleUrl;
  return URL.canParse(mapStyleUrl) ? new URL(mapStyleUrl).host : '';
}
