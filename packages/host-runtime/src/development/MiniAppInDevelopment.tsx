import { Button, ErrorState, Spinner, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { type ComponentType, type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { ScrollView, View } from 'react-native';

import { HostProvider } from '../react/HostProvider.tsx';
import { MiniApp } from '../react/MiniApp.tsx';
import { useFailureMessage } from '../react/useFailureMessage.ts';
import type { FailureViewProps } from '../react/views.types.ts';
import type { Development } from './Development.types.ts';
import { DEVELOPMENT } from './developmentMessages.ts';

export interface MiniAppInDevelopmentProps {
  development: Development;
  /** Whether it is in front; false while another screen covers it. */
  isVisible?: boolean;
  onLeave: () => void;
  /** Wrapped around the mini-app, as the host does with mini-apps. */
  frame?: ComponentType<{ name: string; children: ReactNode }>;
}

/** A mini-app under development, which reloads whenever a file is saved. */
export function MiniAppInDevelopment({
  development,
  isVisible = true,
  onLeave,
  frame: Frame = Unframed,
}: MiniAppInDevelopmentProps) {
  const { appId, name, host, build: builds } = development;
  const { colors, space } = useTheme();
  const t = useMessages(DEVELOPMENT);
  const [reloads, setReloads] = useState(0);
  const build = useSyncExternalStore(builds.subscribe, builds.get, builds.get);
  const views = useMemo(() => ({ Failed: failedView(development) }), [development]);
  const opening = build.phase === 'built' ? `${build.count} ${reloads}` : undefined;
  // The previous build stays visible while the next one is made.
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
      <Frame name={name}>
        {build.phase === 'failed' ? (
          <ErrorState title={t('doesNotBuild')} message={textOf(build.problems)} />
        ) : shown === undefined ? (
          <Spinner label={t('working')} />
        ) : (
          <HostProvider host={host} views={views}>
            <MiniApp key={shown} appId={appId} isVisible={isVisible} onClose={onLeave} />
          </HostProvider>
        )}
      </Frame>
    </View>
  );
}

function Unframed({ children }: { children: ReactNode }) {
  return <View style={{ flex: 1 }}>{children}</View>;
}

/** Shows the error's own message. */
function failedView({ failure }: Development) {
  return function Failed({ failure: cause, onRetry }: FailureViewProps) {
    const thrown = useSyncExternalStore(failure.subscribe, failure.get, failure.get);
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
