import type { ConsentRequest } from '@host/host-runtime';
import { Button, Icon, Sheet, Text, useTheme } from '@host/kit';
import { useCallback } from 'react';
import { View } from 'react-native';

import { useServices } from '../services/AppServicesContext.ts';
import { useLoaded } from '../services/useLoaded.ts';
import { useStore } from '../services/useStore.ts';
import { AppIcon } from './AppIcon.tsx';
import { PERMISSION_TEXTS } from './permissionTexts.ts';
import { useSettled } from './useSettled.ts';

/** Asks the person whether a mini-app may use something; closing it is a no. */
export function ConsentSheet() {
  const { space } = useTheme();
  const prompt = useStore(useServices().consents.current);
  const isSettled = useSettled(prompt);
  if (!prompt) return null;
  const { appName, permission } = prompt.question;
  const { meaning, question } = PERMISSION_TEXTS[permission];
  return (
    <Sheet isOpen onClose={() => prompt.answer(false)} title={`${appName} ${question}`}>
      <Asker {...prompt.question} />
      <Text muted>{meaning} You can change this at any time in the settings.</Text>
      <View style={{ gap: space(2) }}>
        <Button
          title="Allow"
          // For a moment: a tap that was meant for what was here before must not be a yes.
          disabled={!isSettled}
          accessibilityHint={isSettled ? meaning : 'Can be pressed in a moment'}
          onPress={() => prompt.answer(true)}
        />
        <Button title="Do not allow" variant="secondary" onPress={() => prompt.answer(false)} />
      </View>
    </Sheet>
  );
}

/** Who asks, in the words of the registry: the name of the mini-app, and who publishes it. */
function Asker({ appId, appName, permission }: ConsentRequest) {
  const { colors, radii, space } = useTheme();
  const { describe } = useServices();
  const load = useCallback(() => describe(appId), [describe, appId]);
  const { value: app } = useLoaded(load);
  return (
    <View
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(3),
        paddingTop: space(2),
      }}
    >
      <AppIcon name={appName} uri={app?.icon} size={48} />
      <View style={{ flex: 1 }}>
        <Text variant="label">{appName}</Text>
        <Text variant="caption" muted>
          {app?.publisher ? `Published by ${app.publisher.name}` : appId}
        </Text>
      </View>
      <View
        style={{
          width: 40,
          height: 40,
          alignItems: 'center',
          justifyContent: 'center',
          borderRadius: radii.full,
          backgroundColor: colors.primarySoft,
        }}
      >
        <Icon name={PERMISSION_TEXTS[permission].icon} color={colors.onPrimarySoft} />
      </View>
    </View>
  );
}
