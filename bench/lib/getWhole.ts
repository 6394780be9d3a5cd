import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, get } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The raw response to a GET: fetch would decompress it. Rejects if the status is not 200. */
export async function getWhole(
  url: string,
  options: { agent?: Agent; headers?: Readonly<Record<string, string>> } = {},
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const [response] = (await once(get(url, options), 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode === 200) return { headers: response.headers, body };
  throw new Error(`${url} answered ${response.statusCode}: ${body.toString()}`);
}
