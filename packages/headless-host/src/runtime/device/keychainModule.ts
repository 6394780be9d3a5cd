import type { NativeModule } from '../nativeModules.ts';

interface Credentials {
  service: string;
  username: string;
  password: string;
}

/** The native side of `react-native-keychain`, as far as it keeps passwords by service. */
export function keychainModule(): NativeModule {
  const kept = new Map<string, Credentials>();
  const serviceOf = (options?: { service?: string }) => options?.service ?? '';
  return {
    async setGenericPasswordForOptions(
      options: { service?: string } | undefined,
      username: string,
      password: string,
    ) {
      const service = serviceOf(options);
      kept.set(service, { service, username, password });
      return { service, storage: 'keychain' };
    },
    getGenericPasswordForOptions: async (options?: { service?: string }) =>
      kept.get(serviceOf(options)) ?? false,
    resetGenericPasswordForOptions: async (options?: { service?: string }) =>
      kept.delete(serviceOf(options)),
  };
}
