import type { NativeModule } from './nativeModules.ts';

/** The modules with which a host reads the link that it was opened with, one for each platform. */
export function linkModules(initialUrl?: string): Record<string, NativeModule> {
  const module = { getInitialURL: async () => initialUrl ?? null };
  return { LinkingManager: module, IntentAndroid: module };
}
