import type { Me } from '@host/contracts';
import type { ConsentRequest } from '@host/host-runtime';
import { Avatar, Button, Icon, Sheet, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { View } from 'react-native';

import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import { AppIcon } from './AppIcon.tsx';
import { PERMISSION_ICONS } from './permissionIcons.ts';
import { useSettled } from './useSettled.ts';
import { MINI_APP } from '../messages/miniApp.ts';

/** Asks the person whether to grant a mini-app a permission; dismissing the sheet denies it. */
export function ConsentSheet() {
  const { space } = useTheme();
  const t = useMessages(MINI_APP);
  const { consents, session } = useServices();
  const prompt = useStore(consents.current);
  const { person } = useStore(session.state);
  // Requests for personal data address the person by name: several people may use one device.
  const shared = prompt?.question.permission === 'user' && person ? person : undefined;
  // Shows which e-mail address would be shared: people may have several.
  const email = prompt?.question.permission === 'email' ? person?.email : undefined;
  const isSettled = useSettled(prompt, shared?.name ?? email);
  if (!prompt) return null;
  const { appName, permission } = prompt.question;
  const meaning = t(`meaning.${permission}`);
  const title = t(`question.${permission}`, { name: appName });
  return (
    <Sheet isOpen onClose={() => prompt.answer(false)} title={title}>
      <Asker {...prompt.question} person={shared} />
      {email === undefined ? null : <Text>{t('emailGiven', { name: appName, email })}</Text>}
      <Text muted>{t('changeLater', { meaning })}</Text>
      <View style={{ gap: space(2) }}>
        <Button
          title={shared ? t('continueAs', { name: shared.name }) : t('allow')}
          // Disabled for a moment: a tap that was meant for what was on the screen before must not grant anything.
          disabled={!isSettled}
          accessibilityHint={isSettled ? meaning : t('inAMoment')}
          onPress={() => prompt.answer(true)}
        />
        <Button
          title={shared ? t('notNow') : t('doNotAllow')}
          variant="secondary"
          onPress={() => prompt.answer(false)}
        />
      </View>
    </Sheet>
  );
}

/**
 * The requesting mini-app and its publisher, as named in the registry, beside an icon of the person or permission in
 * question.
 */
function Asker({
  appId,
  appName,
  icon,
  publisher,
  permission,
  person,
}: ConsentRequest & { person: Me | undefined }) {
  const { colors, radii, space } = useTheme();
  const t = useMessages(MINI_APP);
  return (
    <View
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(3),
        paddingTop: space(2),
      }}
    >
      <AppIcon name={appName} uri={icon} size={48} />
      <View style={{ flex: 1 }}>
        <Text variant="label">{appName}</Text>
        <Text variant="caption" muted>
          {publisher ? t('publishedBy', { name: publisher.name }) : appId}
        </Text>
      </View>
      {person ? (
        <Avatar name={person.name} uri={person.avatarUrl} />
      ) : (
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
          <Icon name={PERMISSION_ICONS[permission]} color={colors.onPrimarySoft} />
        </View>
      )}
    </View>
  );
}
