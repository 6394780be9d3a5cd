import { chmod, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { freePort } from '../../scripts/build/freePort.mjs';
import { runProcess } from './testing/startProcess.ts';
import { useServer } from './testing/useServer.ts';

interface Report {
  ok: boolean;
  findings: { what: string; status: string; detail: string; cure?: string }[];
}

describe('the doctor', { timeout: 240_000 }, () => {
  const built = useServer();

  async function ask(env: Record<string, string>) {
    const { code, stdout, stderr } = await runProcess(built.main, env, ['doctor', '--json']).ended;
    expect(stderr).toBe('');
    const { ok, findings } = JSON.parse(stdout) as Report;
    expect(code).toBe(ok ? 0 : 1);
    const lines = findings.map(({ what, status, detail }) => `${status} ${what}: ${detail}`);
    return { ok, findings, lines, stdout };
  }

  it('finds a server well that is', async () => {
    const dataDir = await built.newFolder();
    const server = await built.start(dataDir);
    const { ok, lines, findings } = await ask({ DATA_DIR: dataDir, PORT: String(server.port) });
    expect(lines.filter((line) => line.startsWith('failed'))).toEqual([]);
    expect(ok).toBe(true);
    expect(lines).toEqual(
      expect.arrayContaining([
        'ok configuration: Every value fits.',
        'ok secrets: 3 looked at: long enough, for the owner alone.',
        'ok objects: Written, read and deleted.',
        'ok bus: None: NATS_URL is not set.',
        'ok clock: As that of BASE_URL.',
        'ok addresses: BASE_URL answers.',
        'ok addresses: CDN_URL answers.',
        'ok addresses: PUSH_GATEWAY_URL passes on WebSockets.',
        expect.stringMatching(/^ok database: Migration \d+, the last\.$/),
      ]),
    );
    expect(await readdir(join(dataDir, 'objects'))).toEqual(['.tmp']);

    // What the console shows is the same, and has no secret.
    const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();
    const answer = await fetch(`http://localhost:${server.port}/v1/admin/system`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    const system = JSON.parse(text) as Pick<Report, 'findings'>;
    const statuses = (all: Report['findings']) => all.map(({ what, status }) => [what, status]);
    expect(statuses(system.findings)).toEqual(statuses(findings));
    for (const file of ['admin-token', 'server-key', 'people-secret']) {
      expect(text).not.toContain((await readFile(join(dataDir, file), 'utf8')).trim());
    }
  });

  it('before the first start makes nothing, and says what the start will', async () => {
    const dataDir = await built.newFolder();
    const { ok, lines } = await ask({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(ok).toBe(true);
    expect(lines.join('\n')).toMatch(/ok database: .*host\.db is not there yet: the first start/);
    expect(lines.join('\n')).toContain('not-checked addresses: No server answers on port');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('says each wrong value, and how to go on', async () => {
    const { code, stdout } = await runProcess(
      built.main,
      { NODE_ENV: 'production', PORT: '99999' },
      ['doctor'],
    ).ended;
    expect(code).toBe(1);
    expect(stdout).toContain('failed      configuration  PORT must be a whole number');
    expect(stdout).toContain('failed      configuration  ADMIN_TOKEN must be set');
    expect(stdout).toContain('→ Correct it; nothing else is looked at before.');
    expect(stdout).toMatch(/\n\n3 failed, 0 warnings\n$/);
  });

  it('finds what cannot be reached, secrets that can be guessed or read, and never says one', async () => {
    const dataDir = await built.newFolder();
    const server = await built.start(dataDir);
    await chmod(join(dataDir, 'vapid-key'), 0o644);
    const closed = String(await freePort());
    const same = 'admin-admin-admin-admin-admin';
    const { ok, lines, findings, stdout } = await ask({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PORT: String(server.port),
      ADMIN_TOKEN: same,
      SERVER_KEY: same,
      PEOPLE_SECRET: 'short-but-allowed',
      DATABASE_URL: `postgres://nobody@127.0.0.1:${closed}/none`,
      OBJECTS_URL: `s3://bucket?endpoint=http://127.0.0.1:${closed}&region=us-east-1`,
      AWS_ACCESS_KEY_ID: 'test-key',
      AWS_SECRET_ACCESS_KEY: 'test-secret',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      NATS_URL: `nats://127.0.0.1:${closed}`,
      BASE_URL: `http://127.0.0.1:${closed}`,
    });
    expect(ok).toBe(false);
    const all = lines.join('\n');
    expect(all).toContain('failed secrets: ADMIN_TOKEN and SERVER_KEY are the same');
    expect(all).toContain('warning secrets: ADMIN_TOKEN repeats few characters');
    expect(all).toContain('warning secrets: PEOPLE_SECRET has 17 characters');
    expect(all).toContain('vapid-key is for others as well (mode 644)');
    expect(all).toContain('failed database: DATABASE_URL cannot be used: connect ECONNREFUSED');
    expect(all).toMatch(/failed objects: OBJECTS_URL cannot be used: .*ECONNREFUSED/);
    expect(all).toContain(`failed bus: 127.0.0.1:${closed}: ECONNREFUSED`);
    expect(all).toContain('failed addresses: BASE_URL');
    expect(all).toContain('warning configuration: Nobody but an admin can read /metrics.');
    const failed = findings.filter(({ status }) => status === 'failed');
    for (const { cure } of failed) expect(cure).toMatch(/\S.{10}/);
    expect(stdout).not.toContain(same);
    expect(stdout).not.toContain('short-but');
  });
});
