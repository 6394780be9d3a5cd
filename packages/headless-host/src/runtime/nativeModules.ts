import type { Clock } from './clock.ts';

export const WINDOW = { width: 390, height: 844 };
export const INSETS = { top: 47, left: 0, right: 0, bottom: 34 };
export const FRAME = { x: 0, y: 0, ...WINDOW };

export type NativeModule = Record<string, unknown>;

/**
 * Modules of React Native itself that have nothing to do here: they exist, as on a device, but calls on them have no effect.
 * A module that is in no list does not exist, and a mini-app that needs it fails as it would in a host without it.
 */
const WITHOUT_EFFECT = new Set([
  'AccessibilityInfo',
  'AccessibilityManager',
  'ActionSheetManager',
  'AlertManager',
  'Clipboard',
  // Used by development builds.
  'DevSettings',
  'DialogManagerAndroid',
  'HeadlessJsTaskSupport',
  'ImageLoader',
  'ImageStoreManager',
  'KeyboardObserver',
  'ModalManager',
  'PermissionsAndroid',
  'RNSModule',
  'ShareModule',
  'SoundManager',
  'ToastAndroid',
  'Vibration',
  'WebSocketModule',
]);

const constant = (value: unknown) => () => value;

/** The platform's modules with behaviour. */
export function platformModules(): Record<string, NativeModule> {
  const display = { ...WINDOW, scale: 3, fontScale: 1 };
  const dimensions = { window: display, screen: display };
  return {
    PlatformConstants: {
      getConstants: constant({
        isTesting: true,
        reactNativeVersion: { major: 0, minor: 86, patch: 3, prerelease: null },
        osVersion: '18.0',
        systemName: 'iOS',
        interfaceIdiom: 'phone',
        forceTouchAvailable: false,
        Version: 35,
        Release: '15',
        Model: 'headless',
        Brand: 'headless',
        Manufacturer: 'headless',
        uiMode: 'normal',
      }),
    },
    DeviceInfo: { getConstants: constant({ Dimensions: dimensions }) },
    SourceCode: { getConstants: constant({ scriptURL: 'file:///host.bundle' }) },
    StatusBarManager: {
      getConstants: constant({ HEIGHT: INSETS.top }),
      getHeight: (callback: (size: { height: number }) => void) => callback({ height: INSETS.top }),
    },
    Appearance: { getColorScheme: constant('light') },
    AppState: {
      getConstants: constant({ initialAppState: 'active' }),
      getCurrentAppState: (callback: (state: { app_state: string }) => void) =>
        callback({ app_state: 'active' }),
    },
    BlobModule: { getConstants: constant({ BLOB_URI_SCHEME: 'blob', BLOB_URI_HOST: null }) },
    RNCSafeAreaContext: {
      getConstants: constant({ initialWindowMetrics: { insets: INSETS, frame: FRAME } }),
    },
  };
}

/** React Native's lookup of native modules by name. Those of the host's libraries have no effect. */
export function createModuleProxy(
  modules: Record<string, NativeModule>,
  isOfLibrary: (name: string) => boolean,
): (name: string) => NativeModule | null {
  const found = new Map<string, NativeModule>();
  return (name) => {
    const known = found.get(name);
    if (known !== undefined) return known;
    const module = modules[name] ?? (WITHOUT_EFFECT.has(name) || isOfLibrary(name) ? {} : null);
    if (module === null) return null;
    const answer = name.endsWith('Cxx') ? module : withoutEffect(module);
    found.set(name, answer);
    return answer;
  };
}

/** The same for libraries that access `NativeModules`. */
export function olderModules(isOfLibrary: (name: string) => boolean): NativeModule {
  const proxy = createModuleProxy({}, isOfLibrary);
  return new Proxy(
    {},
    {
      get: (_target, key) => (typeof key === 'string' ? (proxy(key) ?? undefined) : undefined),
    },
  );
}

function withoutEffect(module: NativeModule): NativeModule {
  return new Proxy(module, {
    get(target, key) {
      if (key in target) return target[key as string];
      if (key === 'getConstants') return constant({});
      // Without `then`: a promise that resolves to the module would treat it as another promise.
      return typeof key === 'string' && key !== 'then' ? () => Promise.resolve(null) : undefined;
    },
  });
}

/** Names that are requested in the same way, but are no views. */
const NO_VIEWS = new Set(['ViewManagerNames', 'LazyViewManagersEnabled']);

/** Views of the host's libraries that are known by their names alone. */
export function olderViews(isOfLibrary: (name: string) => boolean): object {
  return new Proxy(
    {},
    {
      get: (_target, key) =>
        typeof key === 'string' && !NO_VIEWS.has(key) && isOfLibrary(key)
          ? { NativeProps: {} }
          : undefined,
    },
  );
}

/** The parts of the platform that are C++ on a device. */
export function cxxModules(clock: Clock): Record<string, NativeModule> {
  const { width, height } = WINDOW;
  return {
    NativeMicrotasksCxx: {
      queueMicrotask: (task: () => void) => void Promise.resolve().then(() => task()),
    },
    NativeReactNativeFeatureFlagsCxx: new Proxy({}, { get: () => () => undefined }),
    NativeDOMCxx: {
      linkRootNode: (rootTag: number) => ({ rootTag }),
      isConnected: constant(true),
      getBoundingClientRect: constant([0, 0, width, height]),
      measure: (_node: unknown, callback: (...values: number[]) => void) =>
        callback(0, 0, width, height, 0, 0),
      measureInWindow: (_node: unknown, callback: (...values: number[]) => void) =>
        callback(0, 0, width, height),
      measureLayout: (
        _node: unknown,
        _relativeTo: unknown,
        _onFail: () => void,
        onSuccess: (...values: number[]) => void,
      ) => onSuccess(0, 0, width, height),
      setNativeProps: () => {},
      getParentNode: constant(null),
      getChildNodes: constant([]),
      compareDocumentPosition: constant(0),
    },
    NativePerformanceCxx: {
      now: () => clock.now(),
      // React's performance marks in development, which nobody reads here.
      reportMark: () => {},
      reportMeasure: () => {},
      getMarkTime: constant(null),
      clearMarks: () => {},
      clearMeasures: () => {},
    },
  };
}
