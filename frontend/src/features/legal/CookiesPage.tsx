import { useTranslation } from 'react-i18next';
import { Checkbox } from '@/components/Checkbox';
import { setConsent } from '@/consent/consent';
import { useConsent } from '@/consent/useConsent';
import { Article } from '@/widgets/article/Article';
import { StoredItems } from './StoredItems';
import { UPDATED } from './updated';

/** `/cookies` */
export function Component() {
  const { t } = useTranslation('cookies');
  return (
    <Article
      title={t('title')}
      intro={t('intro')}
      updated={UPDATED}
      sections={[
        { id: 'none', title: t('none.title'), text: t('none.text') },
        { id: 'stored', title: t('stored.title'), text: t('stored.text'), children: <StoredItems /> },
        { id: 'choices', title: t('choices.title'), text: t('choices.text'), children: <Choices /> },
        { id: 'delete', title: t('delete.title'), text: t('delete.text') },
      ]}
    />
  );
}

/** A choice for each service of another host that this build uses. */
function Choices() {
  const { t } = useTranslation('cookies');
  const maps = useConsent('googleMaps') === true;
  const geocoder = useConsent('geocoder') !== false;
  return (
    <div>
      <Checkbox checked={maps} onChange={(event) => setConsent('googleMaps', event.target.checked)}>
        {t('choices.googleMaps')}
      </Checkbox>
      {import.meta.env.VITE_GEOCODER_URL && (
        <Checkbox checked={geocoder} onChange={(event) => setConsent('geocoder', event.target.checked)}>
          {t('choices.geocoder')}
        </Checkbox>
      )}
    </div>
  );
}
