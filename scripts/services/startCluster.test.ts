import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, vi } from 'vitest';

import { findPostgres } from './findPostgres.ts';
import { startCluster } from './startCluster.ts';

const found = await findPostgres();

describe('a private cluster', () => {
  it('that cannot start says why and leaves nothing behind', async () => {
    const start = startCluster('/nowhere');
    await expect(start).rejects.toThrow(/PostgreSQL did not start:[^]*\/nowhere\/initdb/);
  });
});

// If the tests were given a database URL, PostgreSQL may not be installed here.
describe.each(found === undefined ? [] : [found])('a private cluster of %s', (bin) => {
  it('takes connections until it is stopped, and then its folder is gone', async () => {
    const cluster = await startCluster(bin);
    expect(await answers(cluster.url)).toBe(true);
    await cluster.stop();
    expect(await answers(cluster.url)).toBe(false);
    expect(await exists(cluster.folder)).toBe(false);
  });

  it('is gone after the process that started it was killed', async () => {
    const module = fileURLToPath(new URL('startCluster.ts', import.meta.url));
    const program = `
      import { startCluster } from ${JSON.stringify(module)};
      const { url, folder } = await startCluster(${JSON.stringify(bin)});
      console.log(JSON.stringify({ url, folder }));
      setInterval(() => {}, 1000);
    `;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout, 'data');
    const { url, folder } = JSON.parse(String(line));
    expect(await answers(url)).toBe(true);

    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await exists(folder)).toBe(false), 10_000);
    expect(await answers(url)).toBe(false);
  });
});

async function answers(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
