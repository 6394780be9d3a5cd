import type { KeyValueStore } from '@host/host-runtime';

import type { Send } from '../common/askServer.ts';
import { readConfig } from '../common/readConfig.ts';

const KEY = 'host:push-gateway';

/**
 * The URL of a server's push gateway. If the server is its own gateway, that is the URL that is known to work. A known URL
 * is used at once and refreshed in the background: a gateway that moved is found at the next start.
 */
export async function findGateway(
  send: Send,
  serverUrl: string,
  store: Pick<KeyValueStore, 'get' | 'set'>,
): Promise<string> {
  const ask = async () => {
    const { baseUrl, pushGatewayUrl } = await readConfig(send);
    const url = pushGatewayUrl === baseUrl ? serverUrl : pushGatewayUrl;
    await store.set(KEY, url);
    return url;
  };
  const asked = ask().catch(() => serverUrl);
  return (await store.get(KEY)) ?? asked;
}
