import { Button, Header, Input, Screen, Text } from '@host/kit';
import { analytics } from '@host/miniapp-sdk';
import type { NativeStackScreenProps } from '@react-navigation/native-stack';
import { useEffect } from 'react';

import { Failure } from '../components/Failure';
import { useForm } from '../hooks/useForm';
import type { Screens } from './Screens.types';

export function FormScreen({ navigation }: NativeStackScreenProps<Screens, 'Form'>) {
  const { message, problems, failure, isSending, change, send } = useForm(({ email }) =>
    navigation.navigate('Sent', { email }),
  );
  useEffect(() => analytics.screen('form'), []);

  return (
    <Screen
      scroll
      header={<Header title="Sample" />}
      footer={<Button title="Send" loading={isSending} onPress={() => void send()} />}
    >
      <Text muted>Tell us what we can do for you.</Text>
      {failure === undefined ? null : <Failure message={failure} />}
      <Input
        label="Your name"
        value={message.name}
        onChangeText={(value) => change('name', value)}
        error={problems.name}
        autoComplete="name"
      />
      <Input
        label="Your email"
        value={message.email}
        onChangeText={(value) => change('email', value)}
        error={problems.email}
        autoComplete="email"
        autoCapitalize="none"
        keyboardType="email-address"
      />
      <Input
        label="Your message"
        value={message.text}
        onChangeText={(value) => change('text', value)}
        error={problems.text}
        multiline
      />
    </Screen>
  );
}
