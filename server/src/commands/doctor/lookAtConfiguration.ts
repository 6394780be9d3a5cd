import type { Finding } from '@host/contracts';

import type { Config } from '../../config/Config.types.ts';

const what = 'configuration';

/** What fits together badly, though every value is allowed. */
export function lookAtConfiguration(config: Config): Finding[] {
  const found: Finding[] = [];
  const warn = (detail: string, cure: string) =>
    found.push({ what, status: 'warning', detail, cure });
  const base = new URL(config.baseUrl);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(base.hostname);
  if (!config.production && !isLocal) {
    warn(
      'NODE_ENV is not production, and BASE_URL is for others.',
      'Set NODE_ENV=production: then no secret is made up and none can be forgotten.',
    );
  }
  if (config.production && isLocal) {
    warn(
      `BASE_URL is ${config.baseUrl}: others cannot reach what the server answers with.`,
      'Set BASE_URL to the address that hosts and devices use.',
    );
  }
  if (!isLocal && base.protocol === 'http:') {
    warn('BASE_URL is not encrypted.', 'Put a proxy with a certificate in front, and say https.');
  }
  if (base.protocol === 'https:' && config.trustProxy.kind === 'nobody') {
    warn(
      'BASE_URL is https, so a proxy is in front, and TRUST_PROXY trusts nobody: all callers count as one.',
      'Set TRUST_PROXY to the network of the proxy, for example 10.0.0.0/8.',
    );
  }
  if (config.databaseUrl !== undefined) {
    if (config.objectsUrl === undefined || config.objectsUrl.startsWith('file:')) {
      warn(
        'DATABASE_URL is shared by many nodes, and objects are in a folder of this one.',
        'Set OBJECTS_URL to a store that all nodes share, s3://…',
      );
    }
    if (config.push.webPush.keys === undefined) {
      warn(
        'Each node makes a VAPID key of its own: browsers that subscribed at one are not reached by the others.',
        'Set VAPID_PRIVATE_KEY, to the same on all nodes.',
      );
    }
  }
  if (config.production && !config.metricsToken && !config.metricsAddress) {
    warn(
      'Nobody but an admin can read /metrics.',
      'Set METRICS_TOKEN, or METRICS_PORT for a port that only your network reaches.',
    );
  }
  return found.length > 0 ? found : [{ what, status: 'ok', detail: 'Every value fits.' }];
}
