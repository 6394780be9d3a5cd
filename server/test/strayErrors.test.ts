import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it, vi } from 'vitest';

import { clientOf } from './testing/client.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const MISTAKES = fileURLToPath(new URL('testing/strayErrors.mjs', import.meta.url));

describe('an error that nothing caught', () => {
  const built = useServer();
  let server: StartedServer;
  beforeAll(async () => void (server = await start()));

  async function start(): Promise<StartedServer> {
    const dataDir = await built.newFolder();
    const env = { STRAY: join(dataDir, 'stray'), NODE_OPTIONS: `--import=${MISTAKES}` };
    const started = await built.start(dataDir, env);
    // It answers a moment before it has said so: until then any error ends it.
    await vi.waitFor(() => expect(started.said().stderr).toContain('Listening on'), 30_000);
    return started;
  }

  async function stray(mistake: string): Promise<void> {
    await writeFile(join(server.dataDir, 'stray'), mistake);
    server.signal('SIGUSR2');
  }

  async function strayErrors(): Promise<number> {
    const { bytes } = await clientOf(server).send('GET', '/metrics');
    return Number(/^stray_errors_total (\d+)$/m.exec(bytes.toString())?.[1]);
  }

  it.each([
    ['throws', 'thrown astray', 1],
    ['rejects', 'rejected astray', 1],
    ['rejectsWithNothing', 'ERR_UNHANDLED_REJECTION', 1],
    ['emits', 'emitted astray', 1],
    ['floods', 'one of many', 1000],
  ])('is noted, within bounds, and the server goes on: %s', async (mistake, message, count) => {
    const before = await strayErrors();
    await stray(mistake);
    await expect.poll(strayErrors).toBe(before + count);
    expect((await clientOf(server).send('GET', '/v1/admin/tokens')).status).toBe(200);
    expect(server.said().stdout).toContain(message);
    expect(server.said().stdout.trim().split('\n').length).toBeLessThanOrEqual(10);
  });

  it.each([
    ['lacksMemory', 'Array buffer allocation failed'],
    ['losesWriter', 'The writer thread of the database ended'],
  ])('ends the server with a line when it cannot go on: %s', async (mistake, sentence) => {
    await stray(mistake);
    const { code, stderr } = await server.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('The server cannot go on: ');
    expect(stderr).toContain(sentence);
    server = await start();
  });
});
