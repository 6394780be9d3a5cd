import { Button, Input, Sheet, Text, useTheme, useToast } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { accountProblem } from './accountProblems.ts';
import { ACCOUNTS } from '../../messages/accounts.ts';

/** Exports a person's data, and deletes their account. */
export function AccountData() {
  const { space } = useTheme();
  const t = useMessages(ACCOUNTS);
  const { session, saveText } = useServices();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await saveText('my-data.json', await session.exportData());
    } catch (error) {
      toast.show(t(...accountProblem(error, 'problem.notYourPassword')), { tone: 'danger' });
    }
    setBusy(false);
  };
  return (
    <View style={{ gap: space(2) }}>
      <Button
        title={t('download')}
        variant="secondary"
        loading={isBusy}
        onPress={() => void download()}
      />
      <Button title={t('delete')} variant="plain" onPress={() => setDeleting(true)} />
      <DeletionSheet isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </View>
  );
}

function DeletionSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages(ACCOUNTS);
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
      toast.show(t('deleted'));
    } catch (error) {
      setProblem(t(...accountProblem(error, 'problem.notYourPassword')));
    }
    setBusy(false);
  };
  return (
    <Sheet isOpen={isOpen} onClose={close} title={t('deleteTitle')}>
      <Text muted>{t('deleteMeaning')}</Text>
      <Input
        label={t('password')}
        secure
        autoComplete="current-password"
        value={password}
        error={problem}
        onChangeText={setPassword}
      />
      <Button
        title={t('delete')}
        variant="danger"
        loading={isBusy}
        disabled={password === ''}
        onPress={() => void remove()}
      />
      <Button title={t('keep')} variant="secondary" onPress={close} />
    </Sheet>
  );
}
