import { Button, Card, ErrorState, Input, Spinner, Text, useTheme } from '@host/kit';
import { type FailureViewProps, HostProvider, MiniApp } from '@host/host-runtime';
import { useIsFocused } from '@react-navigation/native';
import { useEffect, useMemo, useState } from 'react';
import { Platform, ScrollView, View } from 'react-native';

import { MiniAppFrame } from '../components/MiniAppFrame.tsx';
import { Page } from '../components/Page.tsx';
import type { Development, OpenDevelopment } from '../development/Development.types.ts';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

const DEFAULT_ADDRESS = 'http://localhost:9002';
const WHERE_ELSE =
  Platform.OS === 'web'
    ? 'Open this host on the machine that you develop on, at its localhost.'
    : 'This build of the app is not for development. Mini-apps in development open in one that is.';

/** A mini-app that somebody works on, in this host: it is there again with every file that is saved. */
export function DevelopScreen({ navigation, route }: ScreenProps<'Develop'>) {
  const { openDevelopment } = useServices();
  const [development, setDevelopment] = useState<Development>();
  useEffect(() => () => development?.close(), [development]);
  useEffect(
    () => navigation.setOptions({ title: development?.name ?? 'In development' }),
    [navigation, development],
  );
  if (development) {
    return <Workbench development={development} onLeave={() => setDevelopment(undefined)} />;
  }
  return (
    <Page title="In development" isNarrow>
      {openDevelopment ? (
        <AddressForm
          initial={route.params?.url ?? DEFAULT_ADDRESS}
          open={openDevelopment}
          onOpen={setDevelopment}
        />
      ) : (
        <Text muted>{WHERE_ELSE}</Text>
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
      <Text muted>
        Run miniapp start in the folder of your mini-app. It opens here with what this host gives
        it, and again whenever you save a file.
      </Text>
      <Card>
        <Input
          label="Address of miniapp start"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect={false}
          value={address}
          onChangeText={setAddress}
          onSubmitEditing={() => void submit()}
          error={problem}
        />
        <Button title="Open" loading={isOpening} onPress={() => void submit()} />
      </Card>
    </>
  );
}

function Workbench({ development, onLeave }: { development: Development; onLeave: () => void }) {
  const { appId, name, host } = development;
  const { colors, space } = useTheme();
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
        aria-label={`${name} in development`}
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
            {STATES[build.phase]}
          </Text>
        </View>
        <Button
          title="Reload"
          variant="secondary"
          onPress={() => setReloads((count) => count + 1)}
        />
        <Button title="Leave" variant="plain" onPress={onLeave} />
      </View>
      <MiniAppFrame name={name}>
        {build.phase === 'failed' ? (
          <ErrorState title="It does not build" message={textOf(build.problems)} />
        ) : shown === undefined ? (
          <Spinner label="Building" />
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
  return function Failed({ failure: { message }, onRetry }: FailureViewProps) {
    const thrown = useStore(failure);
    return (
      <ScrollView contentContainerStyle={{ flexGrow: 1, justifyContent: 'center' }}>
        <ErrorState title={message} message={thrown ?? ''} onRetry={onRetry} />
      </ScrollView>
    );
  };
}

const STATES = {
  building: 'Building…',
  built: 'Up to date',
  failed: 'Save the correction: it is built again at once',
  lost: 'miniapp start does not answer any more; it is asked again',
} as const;

function textOf(problems: readonly { file?: string | undefined; message: string }[]): string {
  return problems.map(({ file, message }) => (file ? `${file}\n${message}` : message)).join('\n\n');
}
