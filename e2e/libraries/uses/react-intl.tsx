import { Text } from 'react-native';
import { FormattedMessage, IntlProvider } from 'react-intl';

export function HomeScreen() {
  return (
    <IntlProvider locale="de" messages={{ hello: 'Hallo {name}' }} textComponent={Text}>
      <FormattedMessage id="hello" values={{ name: 'Ada' }} />
    </IntlProvider>
  );
}
