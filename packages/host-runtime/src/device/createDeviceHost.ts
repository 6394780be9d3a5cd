import { Platform } from 'react-native';

import { readInstallId } from '../common/readInstallId.ts';
import { createHost } from '../createHost.ts';
import type { Host } from '../Host.types.ts';
import type { HostOptions } from '../HostOptions.types.ts';
import { createDeviceInfo } from '../react/createDeviceInfo.ts';
import { createRegistry } from '../registry/createRegistry.ts';
import { createFetchApi } from '../web/createFetchApi.ts';
import { type DevicePartsOptions, createDeviceParts } from './createDeviceParts.ts';

/** What only an app itself knows, and where its server is. */
export interface DeviceHostOptions
  extends
    Pick<HostOptions, 'hostVersion' | 'session' | 'consent' | 'analytics'>,
    Partial<Omit<HostOptions, 'hostVersion' | 'session' | 'consent' | 'analytics'>>,
    DevicePartsOptions {
  serverUrl: string;
}

/**
 * A host on a phone: mini-apps of the registry at `serverUrl`, from verified files, with everything that is the same in
 * every app. What you give yourself takes the place of that.
 *
 * @example
 * const host = await createDeviceHost({ serverUrl: 'https://host.example', hostVersion: '1.0.0', session, consent, analytics });
 */
export async function createDeviceHost(options: DeviceHostOptions): Promise<Host> {
  return createHost(await deviceHostOptions(options));
}

/** What `createDeviceHost` makes a host with: for whoever makes another one beside it, as mini-apps in development need. */
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
