import type { StartedServer } from './useServer.ts';

/** A metric of a server that has no labels. */
export async function metricOf(server: StartedServer, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${server.adminToken}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text);
  if (!found) throw new Error(`There is no ${name}.`);
  return Number(found[1]);
}
