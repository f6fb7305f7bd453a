import { useTranslation } from 'react-i18next';
import { Article } from '@/widgets/article/Article';
import { Choices } from './Choices';
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
