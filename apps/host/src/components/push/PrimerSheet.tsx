import { Button, Sheet, Text, useTheme } from '@host/kit';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { BRAND } from '../../theme/brand.ts';
import { IconDisc } from './IconDisc.tsx';

/** Says what notifications are good for, before the system asks: its question can be answered once. */
export function PrimerSheet() {
  const { space } = useTheme();
  const prompt = useStore(useServices().push.primer.current);
  if (!prompt) return null;
  return (
    <Sheet isOpen onClose={() => prompt.answer(false)} title="Turn on notifications?">
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(4) }}>
        <IconDisc icon="bell" />
        <Text muted style={{ flex: 1 }}>
          {BRAND.name} tells you where your orders are, what is on offer, and what your services
          remind you of. You choose what you hear of, and when it is quiet, in the settings.
        </Text>
      </View>
      <View style={{ gap: space(2) }}>
        <Button title="Allow" onPress={() => prompt.answer(true)} />
        <Button title="Not now" variant="secondary" onPress={() => prompt.answer(false)} />
      </View>
    </Sheet>
  );
}
