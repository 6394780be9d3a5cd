import { Platform } from 'react-native';

import { readInstallId } from '../common/readInstallId.ts';
import { createHost } from '../createHost.ts';
import type { Host } from '../Host.types.ts';
import type { HostOptions } from '../HostOptions.types.ts';
import { createDeviceInfo } from '../react/createDeviceInfo.ts';
import { createRegistry } from '../registry/createRegistry.ts';
import { createFetchApi } from '../web/createFetchApi.ts';
import { type DevicePartsOptions, createDeviceParts } from './createDeviceParts.ts';

/** The options that only the app itself can provide, and the address of its server. */
export interface DeviceHostOptions
  extends
    Pick<HostOptions, 'hostVersion' | 'session' | 'consent' | 'analytics'>,
    Partial<Omit<HostOptions, 'hostVersion' | 'session' | 'consent' | 'analytics'>>,
    DevicePartsOptions {
  serverUrl: string;
}

/**
 * Creates a host on a phone: mini-apps of the registry at `serverUrl`, from verified files, with default parts that are the
 * same in every app. Options that you pass replace the defaults.
 *
 * @example
 * const host = await createDeviceHost({ serverUrl: 'https://host.example', hostVersion: '1.0.0', session, consent, analytics });
 */
export async function createDeviceHost(options: DeviceHostOptions): Promise<Host> {
  return createHost(await deviceHostOptions(options));
}

/** The options that `createDeviceHost` uses, for a second host next to it, as for mini-apps under development. */
export async function deviceHostOptions({
  serverUrl,
  shared,
  ...own
}: DeviceHostOptions): Promise<HostOptions> {
  const parts = createDeviceParts(shared && { shared });
  return {
    ...parts,
    platform: Platform.OS === 'ios' ? 'ios' : 'android',
    installId: await readInstallId(own.store ?? parts.store),
    registry: createRegistry({ baseUrl: serverUrl }),
    api: createFetchApi({ baseUrl: serverUrl }),
    device: createDeviceInfo({ hostVersion: own.hostVersion }),
    ...own,
  };
}
