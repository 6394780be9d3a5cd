import { ThemeProvider, darkTheme, lightTheme } from '@host/kit';
import type { HostUser } from '@host/miniapp-sdk';
import { completeReactNative } from '@host/miniapp-sdk/browser';
import {
  type AuthStatus,
  bindStandalone,
  createMemoryHost,
  guardServices,
} from '@host/miniapp-sdk/host';
import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { Component, type ComponentType, type ReactNode, useSyncExternalStore } from 'react';
import { Alert, AppRegistry, Linking, View } from 'react-native';

import { explainError } from './explainError.ts';
import { forwardConsole } from './forwardConsole.ts';
import { takeOver } from './hotUpdates.ts';
import { post } from './post.ts';
import type { FromHost, ProjectInfo, ToHost } from './messages.types.ts';
// oxlint-disable-next-line import/no-unassigned-import
import './shared.ts';

type Host = ReturnType<typeof createMemoryHost>;
type Fixtures = NonNullable<Parameters<typeof createMemoryHost>[0]>;

const STORAGE = 'miniapp-start-storage';
const CALLS_MS = 250;
const query = new URLSearchParams(location.search);

forwardConsole();
reportUncaught();
main().catch((error: unknown) => fail('It cannot start', error, { isGone: true }));

async function main(): Promise<void> {
  const [project, fixtures] = await Promise.all([
    ask<ProjectInfo>('/project.json'),
    ask<Fixtures>('/fixtures.json'),
  ]);
  const somebody = fixtures.user ?? fixtures.loginAs ?? { openId: 'u-1', name: 'Ada' };
  const status = (query.get('person') ?? 'granted') as AuthStatus;
  const host = createMemoryHost({
    ...fixtures,
    appId: project.manifest.appId,
    ...personOf(status, somebody),
    loginAs: fixtures.loginAs === undefined ? somebody : fixtures.loginAs,
    storage: { ...fixtures.storage, ...readStorage() },
    device: {
      platform: 'web',
      theme: query.get('theme') === 'dark' ? 'dark' : 'light',
      window: { width: innerWidth, height: innerHeight },
      safeArea: { top: 0, right: 0, bottom: 0, left: 0 },
      ...fixtures.device,
    },
  });
  const { permissions } = project.manifest;
  bindStandalone(guardServices(host.services, permissions as never, { isDevelopment: true }));
  completeReactNative({ Alert, Linking }, (link) => host.services.links.open(link));
  reportCalls(host);
  host.services.auth.subscribe(() => {
    tell({ type: 'auth', status: host.services.auth.get().status });
  });
  addEventListener('message', ({ source, origin, data }: MessageEvent<ToHost>) => {
    if (source !== parent || origin !== location.origin) return;
    if (data.type === 'theme') host.setDevice({ theme: data.theme });
    if (data.type === 'update') void update(data.hash);
    if (data.type !== 'auth') return;
    const { user, consent } = personOf(data.status, somebody);
    if (user) host.signIn(user, consent);
    else host.signOut();
  });

  try {
    registerRemotes([
      { name: project.container, entry: `${location.origin}/web/mf-manifest.json` },
    ]);
    const remote = await loadRemote<{ default?: ComponentType }>(`${project.container}/App`);
    if (!remote?.default) throw new Error('src/App.tsx has no default export.');
    const { default: App } = remote;
    AppRegistry.registerComponent('host', () => () => <HostFrame host={host} App={App} />);
    AppRegistry.runApplication('host', { rootTag: document.getElementById('root') });
    tell({ type: 'shown' });
  } catch (error) {
    await fail('It does not load', error, { isGone: true });
  }
}

async function update(hash: string): Promise<void> {
  const { problem, error } = await takeOver(hash);
  if (error) await fail('It threw while it was loaded', error);
  if (problem === undefined) return;
  const text = `The mini-app starts anew: ${problem}.`;
  await post('/console', { lines: [{ level: 'info', text }], leftOut: 0 });
  tell({ type: 'outdated', problem });
}

async function fail(title: string, error: unknown, { isGone = false } = {}): Promise<void> {
  tell({ type: 'failed', error: await explainError(title, error), isGone });
}

/** Uncaught errors: of a handler, a timer, a promise. */
function reportUncaught(): void {
  addEventListener('error', ({ error, message }) => void fail('It threw', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => {
    void fail('A promise was rejected, and nothing caught it', reason);
  });
}

/** The user and their consent in the chosen state of the sign-in. */
function personOf(status: AuthStatus, somebody: HostUser): Pick<Fixtures, 'user' | 'consent'> {
  return status === 'signed-out' ? { user: null } : { user: somebody, consent: status };
}

function HostFrame({ host, App }: { host: Host; App: ComponentType }) {
  const { device } = host.services;
  const { theme: name } = useSyncExternalStore(
    (listener) => device.subscribe(listener),
    () => device.get(),
  );
  const theme = name === 'dark' ? darkTheme : lightTheme;
  return (
    <ThemeProvider theme={theme}>
      <View style={{ flex: 1, backgroundColor: theme.colors.background }}>
        <ErrorBoundary>
          <App />
        </ErrorBoundary>
      </View>
    </ThemeProvider>
  );
}

class ErrorBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error) {
    void fail('It threw while it was drawn', error, { isGone: true });
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/** Reports calls of the host to the surrounding page, and keeps stored data over reloads. */
function reportCalls({ calls, storage }: Host): void {
  let reported = 0;
  setInterval(() => {
    if (calls.length === reported) return;
    reported = calls.length;
    tell({ type: 'calls', calls });
    sessionStorage.setItem(STORAGE, JSON.stringify(storage()));
  }, CALLS_MS);
}

function readStorage(): Record<string, unknown> {
  return JSON.parse(sessionStorage.getItem(STORAGE) ?? '{}') as Record<string, unknown>;
}

async function ask<Body>(path: string): Promise<Body> {
  const response = await fetch(path);
  // With an explanation for the developer, of a mistake in fixtures.json for example.
  if (!response.ok) throw new Error((await response.text()).trim());
  return (await response.json()) as Body;
}

function tell(message: FromHost): void {
  parent.postMessage(message, location.origin);
}
