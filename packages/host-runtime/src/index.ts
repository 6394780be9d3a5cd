export { createHost } from './createHost.ts';
export { readInstallId } from './common/readInstallId.ts';
export { createDeviceInfo, type DeviceInfoOptions } from './react/createDeviceInfo.ts';
export { createRegistry } from './registry/createRegistry.ts';
export { HostProvider, type HostProviderProps, useHost } from './react/HostProvider.tsx';
export { useFailureMessage } from './react/useFailureMessage.ts';
export { MiniApp, type MiniAppProps } from './react/MiniApp.tsx';
export type { FailureViewProps, LoadingViewProps, MiniAppViews } from './react/views.types.ts';
export type {
  Consent,
  Host,
  LinkTarget,
  OpenMiniApp,
  OpenState,
  Params,
  PermissionState,
  RecentMiniApp,
} from './Host.types.ts';
export type { HostLimits, HostOptions } from './HostOptions.types.ts';
export type { OpenFailure, OpenFailureCode } from './OpenFailure.types.ts';
export type {
  ConsentPort,
  ConsentRecords,
  ConsentRequest,
  KeptConsent,
} from './ports/ConsentPort.types.ts';
export type {
  LoadedMiniApp,
  LoadedProps,
  Loaders,
  LoadRequest,
  MiniAppLoader,
} from './ports/MiniAppLoader.types.ts';
export type {
  CallControl,
  CatalogPage,
  CatalogSearch,
  Registry,
  ResolveRequest,
} from './ports/Registry.types.ts';
export type {
  AnalyticsEvent,
  AnalyticsSink,
  ApiPort,
  ApiRequest,
  CryptoPort,
  HostPush,
} from './ports/services.types.ts';
export type { HostSession, SessionPort } from './ports/SessionPort.types.ts';
export type { FileStore, KeyValueStore } from './ports/stores.types.ts';
