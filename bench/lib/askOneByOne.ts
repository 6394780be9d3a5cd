import { Agent } from 'node:http';

import { getWhole } from './getWhole.ts';

/** Asks for paths one after the other over one connection, and gives the milliseconds that each took. */
export async function askOneByOne(origin: string, paths: readonly string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  try {
    for (const path of paths) {
      const start = performance.now();
      await getWhole(`${origin}${path}`, { agent });
      times.push(performance.now() - start);
    }
  } finally {
    agent.destroy();
  }
  return times;
}
