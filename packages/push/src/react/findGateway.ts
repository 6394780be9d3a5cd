import type { Exchange } from '@host/api-client/exchange';
import { fieldsOf, parseJson } from '@host/contracts';

/**
 * Where the server of a page has its gateway. One that is its own gateway, or does not say, is reached under the address
 * that is known to work.
 */
export async function findGateway(exchange: Exchange, origin: string): Promise<string> {
  const answer = await exchange({ method: 'GET', path: '/v1/config' }).catch(() => undefined);
  const config = answer?.ok ? fieldsOf(parseJson(answer.text)) : undefined;
  const gateway = config?.['pushGatewayUrl'];
  return typeof gateway === 'string' && gateway !== config?.['baseUrl'] ? gateway : origin;
}
