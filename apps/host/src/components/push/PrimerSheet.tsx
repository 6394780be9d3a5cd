import { Button, Sheet, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { BRAND } from '../../theme/brand.ts';
import { IconDisc } from './IconDisc.tsx';
import { PUSH } from '../../messages/push.ts';

/** Explains notifications before the system prompt, which can be answered only once. */
export function PrimerSheet() {
  const { space } = useTheme();
  const t = useMessages(PUSH);
  const prompt = useStore(useServices().push.primer.current);
  if (!prompt) return null;
  return (
    <Sheet isOpen onClose={() => prompt.answer(false)} title={t('primerTitle')}>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(4) }}>
        <IconDisc icon="bell" />
        <Text muted style={{ flex: 1 }}>
          {t('primer', { brand: BRAND.name })}
        </Text>
      </View>
      <View style={{ gap: space(2) }}>
        <Button title={t('allow')} onPress={() => prompt.answer(true)} />
        <Button title={t('notNow')} variant="secondary" onPress={() => prompt.answer(false)} />
      </View>
    </Sheet>
  );
}
