import { Card, Input, Switch, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';
import { View } from 'react-native';

import { readTimeOfDay } from '../../push/quietHours.ts';
import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { PUSH } from '../../messages/push.ts';

/** The settings of quiet hours, in which notifications are silent and only kept in the notification center. */
export function QuietHoursCard() {
  const { space } = useTheme();
  const t = useMessages(PUSH);
  const { rules } = useServices().push;
  const { quietHours } = useStore(rules);
  return (
    <Card>
      <Switch
        label={t('quietHours')}
        hint={t('quietHoursHint')}
        value={quietHours.isOn}
        onValueChange={(isOn) => void rules.setQuietHours({ isOn })}
      />
      {quietHours.isOn ? (
        <View style={{ flexDirection: 'row', gap: space(3) }}>
          <TimeField
            label={t('quietFrom')}
            time={quietHours.from}
            onChange={(from) => void rules.setQuietHours({ from })}
          />
          <TimeField
            label={t('quietUntil')}
            time={quietHours.to}
            onChange={(to) => void rules.setQuietHours({ to })}
          />
        </View>
      ) : null}
    </Card>
  );
}

interface TimeFieldProps {
  label: string;
  time: string;
  onChange: (time: string) => void;
}

function TimeField({ label, time, onChange }: TimeFieldProps) {
  const t = useMessages(PUSH);
  const [text, setText] = useState(time);
  const read = readTimeOfDay(text);
  return (
    <View style={{ flex: 1 }}>
      <Input
        label={label}
        value={text}
        placeholder="22:00"
        inputMode="numeric"
        maxLength={5}
        error={read === undefined ? t('timeExample') : undefined}
        onChangeText={(typed) => {
          setText(typed);
          const changed = readTimeOfDay(typed);
          if (changed !== undefined) onChange(changed);
        }}
        onBlur={() => setText(read ?? time)}
      />
    </View>
  );
}
