import { animatedModules } from './animated.ts';
import { createBackButton } from './backButton.ts';
import { createClock } from './clock.ts';
import { createDevice } from './device/createDevice.ts';
import { createDriver } from './driver.ts';
import { createErrors } from './errors.ts';
import { createFabric } from './fabric.ts';
import { createHostModules } from './hostModules.ts';
import { installTime } from './installTime.ts';
import { languageModules } from './languageModules.ts';
import { createLinks } from './createLinks.ts';
import { createLog } from './log.ts';
import {
  createModuleProxy,
  cxxModules,
  olderModules,
  olderViews,
  platformModules,
} from './nativeModules.ts';
import { networkingModules } from './networking.ts';
import { addNewerBuiltIns } from './newerBuiltIns.ts';
import { keepEnginePromises } from './promises.ts';
import type { HostApp, Io, RuntimeGlobals } from './Runtime.types.ts';
import { scriptModule } from './scripts.ts';
import type { WireEvent, WireStep } from './wire.types.ts';

// Runs inside the engine under test, before React Native: it emulates the native side of a device, and its user.
const global = globalThis as unknown as Record<string, unknown> & RuntimeGlobals;
const io = global.headlessIo as Io;
delete global.headlessIo;

const emit = (event: WireEvent) => io.emit(JSON.stringify(event));
/** Reads a file of a mini-app, as if it were requested over the network. */
const read = (url: string) => {
  const content = io.read(url);
  if (content !== null) emit({ event: 'request', url });
  return content;
};
const emitOnDevice = (event: string, args: unknown) =>
  (global['__rctDeviceEventEmitter'] as { emit(event: string, args: unknown): void }).emit(
    event,
    args,
  );
const log = createLog(io.logLines, emit);
const errors = createErrors(emit);
const onUncaught = (error: unknown) => errors.report('uncaught', error);
const clock = createClock(io, onUncaught);
const fabric = createFabric((callback) => clock.setTimeout(callback, 0), onUncaught);
const backButton = createBackButton(emitOnDevice);
const links = createLinks({
  platform: io.platform,
  initialUrl: io.device?.initialUrl,
  emit: emitOnDevice,
});
const device =
  io.device &&
  createDevice({ global, device: io.device, platform: io.platform, clock, emit: emitOnDevice });
let host: HostApp | undefined = device?.host;

const hostModules = createHostModules({ io, global, host: startedHost });

const driver = createDriver({
  platform: io.platform,
  clock,
  fabric,
  errors,
  emit,
  pressBack: () => backButton.press(),
  followLink: (url) => links.arrive(url),
  start(rootTag) {
    if (!device) throw new Error('This host opens mini-apps; it has no screen of its own.');
    device.start(rootTag);
  },
  provide: hostModules.provide,
  host: startedHost,
});

function startedHost(): HostApp {
  if (!host) throw new Error('The host bundle did not start.');
  return host;
}

const modules = {
  ...platformModules(),
  ...cxxModules(clock),
  ...animatedModules(clock),
  ...languageModules({
    platform: io.platform,
    locale: io.device?.locale,
    onDirection: (direction) => emit({ event: 'direction', direction }),
  }),
  ...links.modules,
  ...backButton.modules,
  ...networkingModules({
    platform: io.platform,
    clock,
    read,
    emit: emitOnDevice,
    onRefused: (url) =>
      emit({
        event: 'warning',
        message: `${url} was not fetched: a mini-app calls its back end with \`api\` of @host/miniapp-sdk.`,
      }),
  }),
  ScriptManager: scriptModule(
    {
      async read(url, isAbsolute) {
        if (isAbsolute) return device?.readFile(url) ?? null;
        return read(url) ?? (await device?.fetchScript(url)) ?? null;
      },
      evaluate: (source, file) => io.evaluate(source, file),
    },
    clock,
    (error) => errors.report('load', error),
  ),
  ExceptionsManager: {
    reportException: ({ message }: { message: string }) => errors.report('uncaught', message),
  },
  ...device?.modules,
};

// V8's default of ten frames would be used up by the host, React and React Native, before reaching the mini-app.
Object.assign(Error, { stackTraceLimit: 50 });
addNewerBuiltIns();
installTime(global, clock);
keepEnginePromises(global, (reason) => errors.report('rejection', reason));
Object.assign(global, {
  global,
  window: global,
  self: global,
  __DEV__: false,
  RN$Bridgeless: true,
  nativeModuleProxy: device?.olderModules ?? olderModules(hostModules.ask),
  nativeFabricUIManager: fabric.manager,
  // Libraries use this to find views without a JavaScript specification.
  RN$LegacyInterop_UIManager_getConstants: () => olderViews(hostModules.ask),
  // A development build checks this before it shows its tools, which do not exist here.
  __nativeComponentRegistry__hasComponent: () => false,
  __turboModuleProxy: createModuleProxy(modules, hostModules.ask),
  nativeLoggingHook(message: string, level: number) {
    if (!isFromHost(message)) log.write(message, level);
  },
  RN$registerCallableModule: device?.registerCallable ?? (() => {}),
  RN$handleException(error: Error & { componentStack?: string }) {
    // console.error is also reported here, but is in the log already.
    if (error.name === 'console.error') return true;
    const isRendering = typeof error.componentStack === 'string';
    errors.report(isRendering ? 'render' : 'uncaught', error, error.componentStack);
    return true;
  },
  headlessHost: {
    register(given: HostApp) {
      host = given;
      delete global.headlessHost;
    },
    reportError: (error: unknown, componentStack: string) =>
      errors.report('render', error, componentStack),
  },
});

/** Whether a log line is from the host or React Native, and not from the mini-app. */
function isFromHost(message: string): boolean {
  const apps = driver.openApps();
  return apps.length === 0 || apps.some((app) => message === `Running "${app}"`);
}

io.execute = async (steps) => {
  await driver.execute(JSON.parse(steps) as WireStep[]);
  log.tellDropped();
};
io.rejected = (reason) => errors.report('rejection', reason);
io.states = () => JSON.stringify(driver.states());
