import type { Finding } from '@host/contracts';

import type { Config } from '../../config/Config.types.ts';
import type { Network, ProxyTrust } from '../../http/address/ProxyTrust.types.ts';

const what = 'configuration';
const EXAMPLE = '10.0.0.5';
/** 256 addresses: a larger network contains more than proxies. */
const MAX_PROXY_BITS = 8;
const ADDRESS_BITS = { ipv4: 32, ipv6: 128 } as const;

/** Finds settings that are valid each by itself, but do not fit together. */
export function checkConfiguration(config: Config): Finding[] {
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
      `Set TRUST_PROXY to the address of the proxy, for example ${EXAMPLE}.`,
    );
  }
  if (base.protocol === 'http:' && config.trustProxy.kind === 'hops') {
    warn(
      'TRUST_PROXY says how many proxies there are, and BASE_URL is http: without a proxy all callers could claim any address.',
      'Leave TRUST_PROXY out where no proxy is in front, or say https.',
    );
  }
  for (const { address, bits } of wideNetworks(config.trustProxy)) {
    warn(
      `TRUST_PROXY trusts all of ${address}/${bits}: whoever is in there and comes by the proxy could claim any address.`,
      `Name the addresses of the proxies alone, for example ${EXAMPLE}.`,
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

/** Trusted networks, apart from loopback, that are too large to consist of proxies only. */
function wideNetworks(trust: ProxyTrust): Network[] {
  if (trust.kind !== 'networks') return [];
  const isWide = ({ bits, family }: Network) => ADDRESS_BITS[family] - bits > MAX_PROXY_BITS;
  return trust.networks.filter((each) => isWide(each) && !each.address.startsWith('127.'));
}
