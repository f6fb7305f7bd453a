import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { HELP_PHONE } from '@/sample-content/contact';
import { Article } from '@/widgets/article/Article';
import styles from './ContactPage.module.css';

/** `/contact` */
export function Component() {
  const { t } = useTranslation(['contact', 'layout']);
  return (
    <Article
      title={t('title')}
      intro={t('intro')}
      sections={[
        { id: 'phone', title: t('phone.title'), text: t('phone.text'), children: <PhoneNumber /> },
        {
          id: 'help',
          title: t('help.title'),
          text: t('help.text'),
          links: [{ to: '/aide', label: t('layout:footer.help') }],
        },
        {
          id: 'hosts',
          title: t('hosts.title'),
          text: t('hosts.text'),
          links: [{ to: '/partners', label: t('layout:footer.partners') }],
        },
        {
          id: 'companies',
          title: t('companies.title'),
          text: t('companies.text'),
          links: [{ to: '/seminaires', label: t('layout:footer.seminars') }],
        },
        {
          id: 'data',
          title: t('data.title'),
          text: t('data.text'),
          links: [
            { to: '/compte', label: t('layout:header.account') },
            { to: '/confidentialite', label: t('layout:footer.privacy') },
          ],
        },
        { id: 'networks', title: t('networks.title'), text: t('networks.text') },
      ]}
    />
  );
}

function PhoneNumber() {
  return (
    <a href={`tel:+33${HELP_PHONE.replaceAll(' ', '').slice(1)}`} className={styles['phone']}>
      <Phone aria-hidden />
      {HELP_PHONE}
    </a>
  );
}
