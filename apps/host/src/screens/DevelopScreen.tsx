import {
  AddressForm,
  type Development,
  MiniAppInDevelopment,
} from '@host/host-runtime/development-views';
import { Text } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useIsFocused } from '@react-navigation/native';
import { useEffect, useState } from 'react';
import { Platform } from 'react-native';

import { MiniAppFrame } from '../components/MiniAppFrame.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { DEVELOP } from '../messages/develop.ts';
import { TITLES } from '../messages/titles.ts';

const WHERE_ELSE = Platform.OS === 'web' ? 'elsewhereWeb' : 'elsewhereApp';

/** A mini-app in development, in this host: it reloads whenever a file is saved. */
export function DevelopScreen({ navigation, route }: ScreenProps<'Develop'>) {
  const { openDevelopment } = useServices();
  const t = useMessages(DEVELOP);
  const title = useMessages(TITLES)('develop');
  const isFocused = useIsFocused();
  const [development, setDevelopment] = useState<Development>();
  useEffect(() => () => development?.close(), [development]);
  useEffect(
    () => navigation.setOptions({ title: development?.name ?? title }),
    [navigation, development, title],
  );
  if (development) {
    return (
      <MiniAppInDevelopment
        development={development}
        isVisible={isFocused}
        onLeave={() => setDevelopment(undefined)}
        frame={MiniAppFrame}
      />
    );
  }
  return (
    <Page title={title} isNarrow>
      {openDevelopment ? (
        <AddressForm initial={route.params?.url} open={openDevelopment} onOpen={setDevelopment} />
      ) : (
        <Text muted>{t(WHERE_ELSE)}</Text>
      )}
    </Page>
  );
}
