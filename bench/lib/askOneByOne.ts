import { Agent } from 'node:http';

import { getWhole } from './getWhole.ts';

/** Requests paths sequentially over one connection; returns the latency of each in milliseconds. */
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
