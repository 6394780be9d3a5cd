import i18next from 'i18next';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import { Text } from 'react-native';

void i18next.use(initReactI18next).init({
  lng: 'de',
  resources: { de: { translation: { hello: 'Hallo {{name}}' } } },
});

function Greeting() {
  const { t } = useTranslation();
  return <Text>{t('hello', { name: 'Ada' })}</Text>;
}

export function HomeScreen() {
  return (
    <I18nextProvider i18n={i18next}>
      <Greeting />
    </I18nextProvider>
  );
}
