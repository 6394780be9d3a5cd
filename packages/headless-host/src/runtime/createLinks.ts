import type { NativeModule } from './nativeModules.ts';

/**
 * The links that a person follows to the host: the one that it was opened with, which it asks for, and those that arrive
 * while it runs, which it is told of.
 */
export function createLinks(options: {
  platform: 'ios' | 'android';
  initialUrl?: string | undefined;
  emit: (event: string, args: unknown) => void;
}) {
  const { platform, initialUrl, emit } = options;
  let listeners = 0;
  const module: NativeModule = {
    getInitialURL: async () => initialUrl ?? null,
    addListener: () => void listeners++,
    removeListeners: (count: number) => void (listeners -= count),
  };
  return {
    modules: { LinkingManager: module, IntentAndroid: module } as Record<string, NativeModule>,
    /** Delivers a link to the running host. */
    arrive(url: string): void {
      // On ios the module does not watch for links before somebody listens to it. On android React Native tells everybody.
      if (platform === 'ios' && listeners === 0) return;
      emit('url', { url });
    },
  };
}
