import type { Exchange } from '@host/api-client/exchange';
import { fieldsOf, parseJson } from '@host/contracts';

/**
 * Finds the gateway of a page's server. If the server is its own gateway, or does not say, the page's origin is used, which
 * is known to work.
 */
export async function findGateway(exchange: Exchange, origin: string): Promise<string> {
  const answer = await exchange({ method: 'GET', path: '/v1/config' }).catch(() => undefined);
  const config = answer?.ok ? fieldsOf(parseJson(answer.text)) : undefined;
  const gateway = config?.['pushGatewayUrl'];
  return typeof gateway === 'string' && gateway !== config?.['baseUrl'] ? gateway : origin;
}
