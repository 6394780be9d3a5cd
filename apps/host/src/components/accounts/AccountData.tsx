import { Button, Input, Sheet, Text, useTheme, useToast } from '@host/kit';
import { useState } from 'react';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { ServerError } from '../../common/ServerError.ts';

/** What a person takes along of their data, and how they end it. */
export function AccountData() {
  const { space } = useTheme();
  const { session, saveText } = useServices();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await saveText('my-data.json', await session.exportData());
    } catch (error) {
      toast.show(textOf(error), { tone: 'danger' });
    }
    setBusy(false);
  };
  return (
    <View style={{ gap: space(2) }}>
      <Button
        title="Download my data"
        variant="secondary"
        loading={isBusy}
        onPress={() => void download()}
      />
      <Button title="Delete my account" variant="plain" onPress={() => setDeleting(true)} />
      <DeletionSheet isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </View>
  );
}

function DeletionSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { session, host } = useServices();
  const toast = useToast();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    setPassword('');
    setProblem(undefined);
    onClose();
  };
  const remove = async () => {
    setBusy(true);
    try {
      await session.deleteAccount(password);
      await host.signedOut();
      close();
      toast.show('Your account is deleted, and everything that was kept of you.');
    } catch (error) {
      setProblem(textOf(error));
    }
    setBusy(false);
  };
  return (
    <Sheet isOpen={isOpen} onClose={close} title="Delete your account?">
      <Text muted>
        Everything that is kept of you is deleted, on all your devices. This cannot be undone.
      </Text>
      <Input
        label="Password"
        secure
        autoComplete="current-password"
        value={password}
        error={problem}
        onChangeText={setPassword}
      />
      <Button
        title="Delete my account"
        variant="danger"
        loading={isBusy}
        disabled={password === ''}
        onPress={() => void remove()}
      />
      <Button title="Keep it" variant="secondary" onPress={close} />
    </Sheet>
  );
}

function textOf(error: unknown): string {
  if (!(error instanceof ServerError)) return 'Something went wrong. Try again.';
  return error.code === 'password-wrong' ? 'This is not your password.' : error.message;
}
