import { existsSync, readdirSync, readlinkSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import { type StartedServer, useServer } from '@host/server/testing/process';
import { attackConnections } from './attackConnections.ts';
import { CONNECTION_ATTACKS } from './connectionAttacks.ts';

/** What all attacks together may add to the log: a sentence here and there, and no stacks. */
const MAX_LOGGED_BYTES = 4096;

const built = useServer();

describe.each([
  ['with sockets read in C', 'true'],
  ['with sockets read by their streams', 'false'],
])('a stranger on a connection, %s', (_, NATIVE_FAN_OUT) => {
  let server: StartedServer;
  beforeAll(async () => {
    server = await built.start(await built.newFolder(), { NATIVE_FAN_OUT });
  });

  // At once, as refusals wait when there are many.
  it.concurrent.each(CONNECTION_ATTACKS)(
    'gets answers and nothing more by $title',
    async (attack) => {
      for (const answers of await attackConnections(server.port, attack)) {
        expect(answers).toEqual(attack.answers ?? answers);
      }
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
    },
  );

  it('leaves no sockets behind and no flood of log lines', async () => {
    const before = socketsOf(server.pid);
    await Promise.all(CONNECTION_ATTACKS.map((attack) => attackConnections(server.port, attack)));
    await expect.poll(() => socketsOf(server.pid)).toBeLessThanOrEqual(before);
    const { stdout, stderr } = server.said();
    expect(stderr.split('\n').filter((line) => /error|assert/i.test(line))).toEqual([]);
    expect(stdout.length, stdout.slice(0, 2000)).toBeLessThan(MAX_LOGGED_BYTES);
  });
});

// None where they cannot be counted from outside: only Linux shows them so.
function socketsOf(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length;
}

// It may be closed between listing it and looking at it.
function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith('socket:');
  } catch {
    return false;
  }
}
