import { Button, Icon, Sheet, Text, useTheme } from '@host/kit';
import { View } from 'react-native';

import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../services/useStore.ts';
import { PERMISSION_TEXTS } from './permissionTexts.ts';

/** Asks the person whether a mini-app may use something; closing it is a no. */
export function ConsentSheet() {
  const { colors, radii, space } = useTheme();
  const prompt = useStore(useServices().consents.current);
  if (!prompt) return null;
  const { appName, permission } = prompt.question;
  const { icon, meaning, question } = PERMISSION_TEXTS[permission];
  return (
    <Sheet isOpen onClose={() => prompt.answer(false)} title={`${appName} ${question}`}>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(4) }}>
        <View
          style={{
            width: 48,
            height: 48,
            alignItems: 'center',
            justifyContent: 'center',
            borderRadius: radii.full,
            backgroundColor: colors.primarySoft,
          }}
        >
          <Icon name={icon} color={colors.onPrimarySoft} />
        </View>
        <Text muted style={{ flex: 1 }}>
          {meaning} You can change this at any time in the settings.
        </Text>
      </View>
      <View style={{ gap: space(2) }}>
        <Button title="Allow" onPress={() => prompt.answer(true)} />
        <Button title="Do not allow" variant="secondary" onPress={() => prompt.answer(false)} />
      </View>
    </Sheet>
  );
}
