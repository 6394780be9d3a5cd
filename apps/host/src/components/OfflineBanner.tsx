import { Icon, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { View } from 'react-native';

import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import { HOME } from '../messages/home.ts';

/** Shows a banner while the device is offline. */
export function OfflineBanner() {
  const { colors, space } = useTheme();
  const t = useMessages(HOME);
  const isOnline = useStore(useServices().isOnline);
  if (isOnline) return null;
  return (
    <View
      role="status"
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        justifyContent: 'center',
        gap: space(2),
        paddingHorizontal: space(4),
        paddingVertical: space(2),
        backgroundColor: colors.warningSoft,
      }}
    >
      <Icon name="warning" size={16} color={colors.onWarningSoft} />
      <Text variant="caption" style={{ color: colors.onWarningSoft, fontWeight: '600' }}>
        {t('offline')}
      </Text>
    </View>
  );
}
