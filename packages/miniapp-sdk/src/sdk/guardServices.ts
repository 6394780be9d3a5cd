import type { Permission } from '@host/contracts';

import { HostError } from './HostError.ts';
import type { HostServices } from './HostServices.types.ts';

/** Which permission each service needs; `null` needs none. */
const NEEDED: { [Service in keyof HostServices]: Permission | null } = {
  auth: 'user',
  device: 'device',
  lifecycle: null,
  links: null,
  storage: 'storage',
  analytics: 'analytics',
  api: 'network',
  push: 'push',
};

/** Members that answer at once: they throw, the others reject. */
const AT_ONCE: ReadonlySet<string> = new Set([
  'auth.get',
  'auth.subscribe',
  'device.get',
  'device.subscribe',
  'analytics.screen',
  'analytics.track',
]);

/** Services that refuse what a mini-app did not declare in its manifest. */
export function guardServices(
  services: HostServices,
  declared: readonly Permission[],
): HostServices {
  const guarded = { ...services };
  for (const name of Object.keys(NEEDED) as (keyof HostServices)[]) {
    const permission = NEEDED[name];
    if (permission === null || declared.includes(permission)) continue;
    Object.assign(guarded, { [name]: refusing(name, services[name], permission) });
  }
  return guarded;
}

function refusing(name: string, service: object, permission: Permission): object {
  const refuse = (): never => {
    throw new HostError(
      'permission-not-declared',
      `${name} needs the permission "${permission}": add it to "permissions" in manifest.json.`,
    );
  };
  const refuseLater = async () => refuse();
  const members = Object.entries(service).map(([member, value]) => {
    if (typeof value !== 'function') return [member, { get: refuse, subscribe: refuse }];
    return [member, AT_ONCE.has(`${name}.${member}`) ? refuse : refuseLater];
  });
  return Object.fromEntries(members) as object;
}
