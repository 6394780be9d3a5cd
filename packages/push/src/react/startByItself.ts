import { createExchange } from '@host/api-client/exchange';

import { appPush, startPush } from '../app/appPush.ts';
import { findGateway } from './findGateway.ts';

/** Whether this is a page of a browser, which has all that push needs without being told. */
export function canStartByItself(): boolean {
  return (
    typeof document !== 'undefined' &&
    typeof indexedDB !== 'undefined' &&
    /^https?:/.test(location.origin)
  );
}

let starting: Promise<void> | undefined;

/** Starts push for an app that configured nothing: in this browser, at the gateway of the server that the page is from. */
export function startByItself(): Promise<void> {
  starting ??= start().finally(() => (starting = undefined));
  return starting;
}

async function start(): Promise<void> {
  // Modules of their own: who calls `startPush` does not load them a second time.
  const [{ createWebPlatform }, { createGatewayClient }, url] = await Promise.all([
    import('../platform/web/createWebPlatform.ts'),
    import('../core/gateway/createGatewayClient.ts'),
    findGateway(createExchange({ baseUrl: location.origin }), location.origin),
  ]);
  // Meanwhile somebody may have called `startPush`: that is what they want.
  if (appPush.get()) return;
  const platform = createWebPlatform();
  startPush({ platform, gateway: createGatewayClient({ url, storage: platform.storage }) });
}
