import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '../build/freePort.mjs';

const CLOCK = new URL('./pastClock.mjs', import.meta.url).href;
const OPTIONS = fileURLToPath(new URL('../../server/nodeOptions.json', import.meta.url));
/** Proxy and rate limit settings that let every simulated client come from its own network, all via this machine. */
const LIMITS = {
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_TOKEN: '1000000',
  QUOTA_FACTOR: '100',
};

/**
 * Starts the built server on a data folder, with a settable clock.
 * @param {{ serverFolder: string, dataDir: string, baseUrl: string, signal: AbortSignal }} options
 */
export async function startInPast({ serverFolder, dataDir, baseUrl, signal }) {
  const nodeOptions = JSON.parse(await readFile(OPTIONS, 'utf8'));
  const { PATH } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', CLOCK, ...nodeOptions, `${serverFolder}/main.js`],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Does not inherit the environment, whose configuration may point at real data.
      env: {
        PATH,
        ...LIMITS,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(await freePort()),
        BASE_URL: baseUrl,
        LOG_LEVEL: 'error',
      },
      signal,
    },
  );
  child.on('error', () => undefined);
  const ended = once(child, 'exit');
  const heard = () =>
    Promise.race([
      once(child, 'message').then(([message]) => message),
      ended.then(([code]) => {
        throw new Error(`the server ended with ${code}`);
      }),
    ]);
  const { listeningOn } = await heard();
  return {
    url: listeningOn,
    /** Sets the clock. */
    async setTime(now) {
      const answer = heard();
      child.send({ now: Math.floor(now) });
      await answer;
    },
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([ended, pause(30_000).then(() => child.kill('SIGKILL'))]);
    },
  };
}
