import { createExchange } from '@host/api-client/exchange';

import { appPush, startPush } from '../app/appPush.ts';
import { findGateway } from './findGateway.ts';

/** Whether this is a browser page, where push needs no configuration. */
export function canStartByItself(): boolean {
  return (
    typeof document !== 'undefined' &&
    typeof indexedDB !== 'undefined' &&
    /^https?:/.test(location.origin)
  );
}

let starting: Promise<void> | undefined;

/** Starts push without configuration: in this browser, at the gateway of the server that the page is from. */
export function startByItself(): Promise<void> {
  starting ??= start().finally(() => (starting = undefined));
  return starting;
}

async function start(): Promise<void> {
  // Loaded dynamically, so that apps that call `startPush` do not bundle them twice.
  const [{ createWebPlatform }, { createGatewayClient }, url] = await Promise.all([
    import('../platform/web/createWebPlatform.ts'),
    import('../core/gateway/createGatewayClient.ts'),
    findGateway(createExchange({ baseUrl: location.origin }), location.origin),
  ]);
  // `startPush` may have been called meanwhile, which takes precedence.
  if (appPush.get()) return;
  const platform = createWebPlatform();
  startPush({ platform, gateway: createGatewayClient({ url, storage: platform.storage }) });
}
