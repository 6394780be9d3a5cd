import { Button, Card, ErrorState, Input, Spinner, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import {
  type FailureViewProps,
  HostProvider,
  MiniApp,
  useFailureMessage,
} from '@host/host-runtime';
import { useIsFocused } from '@react-navigation/native';
import { useEffect, useMemo, useState } from 'react';
import { Platform, ScrollView, View } from 'react-native';

import { MiniAppFrame } from '../components/MiniAppFrame.tsx';
import { Page } from '../components/Page.tsx';
import type { Development, OpenDevelopment } from '../development/Development.types.ts';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { DEVELOP } from '../messages/develop.ts';
import { TITLES } from '../messages/titles.ts';

const DEFAULT_ADDRESS = 'http://localhost:9002';
const WHERE_ELSE = Platform.OS === 'web' ? 'elsewhereWeb' : 'elsewhereApp';

/** A mini-app that somebody works on, in this host: it is there again with every file that is saved. */
export function DevelopScreen({ navigation, route }: ScreenProps<'Develop'>) {
  const { openDevelopment } = useServices();
  const t = useMessages(DEVELOP);
  const title = useMessages(TITLES)('develop');
  const [development, setDevelopment] = useState<Development>();
  useEffect(() => () => development?.close(), [development]);
  useEffect(
    () => navigation.setOptions({ title: development?.name ?? title }),
    [navigation, development, title],
  );
  if (development) {
    return <Workbench development={development} onLeave={() => setDevelopment(undefined)} />;
  }
  return (
    <Page title={title} isNarrow>
      {openDevelopment ? (
        <AddressForm
          initial={route.params?.url ?? DEFAULT_ADDRESS}
          open={openDevelopment}
          onOpen={setDevelopment}
        />
      ) : (
        <Text muted>{t(WHERE_ELSE)}</Text>
      )}
    </Page>
  );
}

interface AddressFormProps {
  initial: string;
  open: OpenDevelopment;
  onOpen: (development: Development) => void;
}

function AddressForm({ initial, open, onOpen }: AddressFormProps) {
  const t = useMessages(DEVELOP);
  const [address, setAddress] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [isOpening, setOpening] = useState(false);
  const submit = async () => {
    setOpening(true);
    setProblem(undefined);
    try {
      onOpen(await open(address));
    } catch (error) {
      setProblem((error as Error).message);
      setOpening(false);
    }
  };
  return (
    <>
      <Text muted>{t('intro')}</Text>
      <Card>
        <Input
          label={t('address')}
          inputMode="url"
          autoCapitalize="none"
          autoCorrect={false}
          value={address}
          onChangeText={setAddress}
          onSubmitEditing={() => void submit()}
          error={problem}
        />
        <Button title={t('open')} loading={isOpening} onPress={() => void submit()} />
      </Card>
    </>
  );
}

function Workbench({ development, onLeave }: { development: Development; onLeave: () => void }) {
  const { appId, name, host } = development;
  const { colors, space } = useTheme();
  const t = useMessages(DEVELOP);
  const [reloads, setReloads] = useState(0);
  const build = useStore(development.build);
  const views = useMemo(() => ({ Failed: failedView(development) }), [development]);
  const isFocused = useIsFocused();
  const opening = build.phase === 'built' ? `${build.count} ${reloads}` : undefined;
  // While the next build is made, the one before stays.
  const [shown, setShown] = useState(opening);
  if (opening !== undefined && opening !== shown) setShown(opening);
  return (
    <View style={{ flex: 1, backgroundColor: colors.background }}>
      <View
        role="toolbar"
        aria-label={t('toolbar', { name })}
        style={{
          flexDirection: 'row',
          alignItems: 'center',
          gap: space(3),
          paddingHorizontal: space(4),
          paddingVertical: space(2),
          borderBottomWidth: 1,
          borderColor: colors.border,
          backgroundColor: colors.surface,
        }}
      >
        <View style={{ flex: 1 }} aria-live="polite">
          <Text variant="label" numberOfLines={1}>
            {name}
          </Text>
          <Text variant="caption" muted numberOfLines={1}>
            {t(build.phase)}
          </Text>
        </View>
        <Button
          title={t('reload')}
          variant="secondary"
          onPress={() => setReloads((count) => count + 1)}
        />
        <Button title={t('leave')} variant="plain" onPress={onLeave} />
      </View>
      <MiniAppFrame name={name}>
        {build.phase === 'failed' ? (
          <ErrorState title={t('doesNotBuild')} message={textOf(build.problems)} />
        ) : shown === undefined ? (
          <Spinner label={t('working')} />
        ) : (
          <HostProvider host={host} views={views}>
            <MiniApp key={shown} appId={appId} isVisible={isFocused} onClose={onLeave} />
          </HostProvider>
        )}
      </MiniAppFrame>
    </View>
  );
}

/** Shows what happened in the words of the error itself. */
function failedView({ failure }: Development) {
  return function Failed({ failure: cause, onRetry }: FailureViewProps) {
    const thrown = useStore(failure);
    const message = useFailureMessage(cause);
    return (
      <ScrollView contentContainerStyle={{ flexGrow: 1, justifyContent: 'center' }}>
        <ErrorState title={message} message={thrown ?? ''} onRetry={onRetry} />
      </ScrollView>
    );
  };
}

function textOf(problems: readonly { file?: string | undefined; message: string }[]): string {
  return problems.map(({ file, message }) => (file ? `${file}\n${message}` : message)).join('\n\n');
}
