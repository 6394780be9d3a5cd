import { containerFile, containerName, isAsset } from '@host/contracts';
import { ToastProvider } from '@host/kit';
import { type BrowserReactNative, completeReactNative } from '@host/miniapp-sdk/browser';
import { type LocaleInfo, type Observable, guardServices } from '@host/miniapp-sdk/host';
import { type ReactNode, useSyncExternalStore } from 'react';
import { AppRegistry, View } from 'react-native';

import { blobUrls } from '../common/blobUrls.ts';
import { assetUrlOf } from '../federation/assetUrlOf.ts';
import { boundSdk } from '../federation/boundSdk.ts';
import { modulesOf } from '../federation/modulesOf.ts';
import { isContainer, openContainer } from '../federation/openContainer.ts';
import { provideFederation } from '../federation/provideFederation.ts';
import type { SharedModules } from '../federation/SharedModules.types.ts';
import { BackHandlers } from '../navigation/BackHandlers.ts';
import { navigationFacade } from '../navigation/navigationFacade.tsx';
import { mountable } from '../react/mountable.tsx';
import { OWN_PACE } from './FrameBudget.ts';
import type { ToFrame } from './messages.ts';
import { PORT } from './names.ts';
import { paceMessages } from './paceMessages.ts';
import { portServices } from './portServices.ts';
import { redirectScripts } from './redirectScripts.ts';
import { withoutEval } from './withoutEval.ts';

/** The maximal length of an error's message and stack. */
const MAX_WORDS = 10_000;

type Open = Extract<ToFrame, { type: 'open' }>;

export interface FrameOptions {
  /** The modules that the host shares with mini-apps. */
  shared: SharedModules;
  /** Called with `FrameParts.hostState`: before the mini-app runs, and then at every change. */
  onHostState?: (value: unknown) => void;
}

/**
 * Runs one mini-app in this frame, for the host that embeds it. The page of the frame does nothing else.
 *
 * @example
 * startFrame({ shared: webSharedModules() });
 */
export function startFrame(options: FrameOptions): void {
  const globals = globalThis as { [PORT]?: MessagePort };
  const port = globals[PORT];
  if (!port) throw new Error('There is no host: this script runs in the page of `framePage` only.');
  delete globals[PORT];
  withoutEval();
  serve(port, options);
}

function serve(port: MessagePort, { shared, onHostState }: FrameOptions): void {
  const tell = paceMessages((text) => port.postMessage(text), OWN_PACE);
  let nameFiles = (stack: string) => stack;
  const fail = (type: 'failed' | 'crashed', error: unknown) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const named = stack && nameFiles(stack).slice(0, MAX_WORDS);
    tell({ type, message: message.slice(0, MAX_WORDS), stack: named });
  };
  const back = new BackHandlers();
  let receive: (message: ToFrame) => void = () => {};

  async function open(message: Open): Promise<void> {
    onHostState?.(message.hostState);
    document.title = message.name;
    const { services, receive: receiveAnswer } = portServices(tell, message.states);
    receive = receiveAnswer;
    followLocale(services.locale);
    const tellBack = () => tell({ type: 'can-go-back', value: back.canGoBack() });
    const facade = navigationFacade(back, tellBack);
    const reactNative = shared['react-native']?.module as BrowserReactNative | undefined;
    if (reactNative) completeReactNative(reactNative, (link) => services.links.open(link));
    const sdk = boundSdk(guardServices(services, message.permissions, message));
    const inFolder = (path: string) => new URL(path, message.baseUrl).href;
    nameFiles = redirectScripts(
      new Map(message.files.map(({ path, bytes }) => [inFolder(path), bytes])),
    );
    const container = await evaluate(message.appId, inFolder(containerFile(message.appId)));
    const { addresses } = blobUrls(message.files.filter(({ path }) => isAsset(path)));
    const App = await openContainer(container, {
      modules: modulesOf(shared, facade, sdk),
      instance: message.appId,
      assetUrl: assetUrlOf(addresses),
    });
    tell({ type: 'started' });
    const Mounted = mountable(App);
    const onRendered = () => tell({ type: 'rendered' });
    const onCrash = (error: unknown) => fail('crashed', error);
    AppRegistry.registerComponent('frame', () => () => (
      <ToastProvider>
        <Directed locale={services.locale}>
          <Mounted onRendered={onRendered} onCrash={onCrash} />
        </Directed>
      </ToastProvider>
    ));
    AppRegistry.runApplication('frame', { rootTag: document.getElementById('root') });
  }

  port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'open') open(data).catch((error: unknown) => fail('failed', error));
    else if (data.type === 'host-state') onHostState?.(data.value);
    else if (data.type === 'ping') tell({ type: 'alive' });
    else if (data.type === 'go-back') back.goBack();
    else receive(data);
  });
  port.start();
}

/** Sets the language of the frame's page, which browsers use for line breaks and reading aloud. */
function followLocale(locale: Observable<LocaleInfo>): void {
  const follow = () => {
    const { locale: lang, direction: dir } = locale.get();
    Object.assign(document.documentElement, { lang, dir });
  };
  locale.subscribe(follow);
  follow();
}

/** Makes React Native for Web render in the direction of the language. */
function Directed({ locale, children }: { locale: Observable<LocaleInfo>; children: ReactNode }) {
  const { direction } = useSyncExternalStore(locale.subscribe, locale.get, locale.get);
  return (
    <View {...({ dir: direction } as object)} style={{ flex: 1 }}>
      {children}
    </View>
  );
}

async function evaluate(appId: string, address: string) {
  provideFederation();
  const problems: unknown[] = [];
  const remember = ({ error }: ErrorEvent) => problems.push(error);
  window.addEventListener('error', remember);
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () =>
      reject(new Error(`${containerFile(appId)} is missing.`)),
    );
    document.head.append(script);
  });
  window.removeEventListener('error', remember);
  const container = (globalThis as Record<string, unknown>)[containerName(appId)];
  if (isContainer(container)) return container;
  throw problems[0] ?? new Error(`${containerFile(appId)} defines no container.`);
}
