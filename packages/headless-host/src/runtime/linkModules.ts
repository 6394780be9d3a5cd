import type { NativeModule } from './nativeModules.ts';

/** The modules by which a host learns which link it was opened with: one of each platform. */
export function linkModules(initialUrl?: string): Record<string, NativeModule> {
  const module = { getInitialURL: async () => initialUrl ?? null };
  return { LinkingManager: module, IntentAndroid: module };
}
