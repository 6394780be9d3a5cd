import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { clientOf } from './testing/client.ts';
import { freePort } from '../../scripts/build/freePort.mjs';
import { runProcess } from './testing/startProcess.ts';
import { useServer } from './testing/useServer.ts';

const SECRETS = {
  ADMIN_TOKEN: 'a-token-that-is-long-enough',
  SERVER_KEY: 'a-key-that-is-long-enough',
};

describe('starting the server', () => {
  const built = useServer();
  const endOf = (env: Record<string, string>) => runProcess(built.main, env).ended;

  it('the first time makes secrets, says where they are, and never what they are', async () => {
    const dataDir = await built.newFolder();
    const server = await built.start(dataDir, { LOG_LEVEL: 'trace' });
    const files = ['admin-token', 'server-key', 'people-secret'].map((name) => join(dataDir, name));
    const secrets = await Promise.all(
      files.map(async (file) => (await readFile(file, 'utf8')).trim()),
    );
    for (const file of files) {
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(server.said().stderr).toContain(file);
    }

    // Requests that succeed, fail and break: each is logged at this level.
    const { send, put, post } = clientOf(server);
    await send('GET', '/v1/admin/mini-programs');
    await send('GET', `/v1/admin/tokens?token=${secrets[0]}`);
    await post('/v1/admin/tokens', { name: 'x', scopes: ['read'], expiresInSeconds: 60 });
    await put('com.acme.orders', '1.0.0', 'ios.zip', 'no zip');
    const { code, stdout, stderr } = await server.kill('SIGTERM');
    expect(code).toBe(0);
    expect(stdout).toContain('/v1/admin/artifacts/com.acme.orders');
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret);
  });

  it.each([
    ['--help', 0, ''],
    [
      'reset-link',
      2,
      'host-server: there is no command "reset-link". Use one of backup, console-link, doctor, restore, rotate.',
    ],
    ['--hlep', 2, 'host-server: there is no option "--hlep". Use --help. Did you mean --help?'],
    [
      'rotat',
      2,
      'host-server: there is no command "rotat". Use one of backup, console-link, doctor, restore, rotate. Did you mean rotate?',
    ],
    ['backup', 2, 'backup: into which folder?'],
    ['restore a b', 2, 'restore: "b" is too much.'],
    [
      'restore a --froce',
      2,
      'restore: there is no option "--froce". Use one of --check, --force, ',
    ],
    ['rotate foo', 2, 'rotate: there is no secret "foo". Use one of admin-token, '],
  ])(
    'with %s starts nothing, makes no secrets, and says what there is',
    async (words, code, wrong) => {
      const dataDir = await built.newFolder();
      const end = await runProcess(built.main, { DATA_DIR: dataDir }, words.split(' ')).ended;
      expect(end.code).toBe(code);
      expect(end.stderr.startsWith(wrong), end.stderr).toBe(true);
      expect(end.stdout + end.stderr).toContain(
        words.split(' ')[0]!.startsWith('-') ? 'rotate' : words.split(' ')[0]!,
      );
      expect(await readdir(dataDir)).toEqual([]);
    },
  );

  it('again keeps the secrets and what was stored', async () => {
    const first = await built.start(await built.newFolder());
    await clientOf(first).uploadAll('com.acme.orders', '1.0.0');
    await first.kill('SIGTERM');
    const second = await first.restart();
    expect(second.adminToken).toBe(first.adminToken);
    const back = await clientOf(second).fetchBack('com.acme.orders', '1.0.0', 'ios.zip');
    expect(back.status).toBe(200);
    await second.kill('SIGKILL');
  });

  it('in production without secrets is refused and leaves nothing', async () => {
    const dataDir = await built.newFolder();
    const { code, stderr } = await endOf({ NODE_ENV: 'production', DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(stderr).toContain('ADMIN_TOKEN must be set');
    expect(stderr).toContain('SERVER_KEY must be set');
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('in production with secrets keeps none on disk', async () => {
    const env = { NODE_ENV: 'production', HOST: '127.0.0.1', ...SECRETS };
    const server = await built.start(await built.newFolder(), env);
    expect(await readdir(server.dataDir)).not.toContain('admin-token');
    expect((await clientOf(server).send('GET', '/v1/admin/tokens')).status).toBe(200);
    await server.kill('SIGKILL');
  });

  it('with a wrong configuration ends with 1 and every problem on stderr, without a stack', async () => {
    const { code, stdout, stderr } = await endOf({
      NODE_ENV: 'production',
      PORT: 'eighty',
      DATABASE_URL: 'mysql://user:hunter2@db/host',
      OBJECTS_URL: 'objects',
      ADMIN_TOKEN: 'hunter2',
    });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    for (const name of ['PORT', 'DATABASE_URL', 'OBJECTS_URL', 'ADMIN_TOKEN', 'SERVER_KEY']) {
      expect(stderr).toMatch(new RegExp(`^ {2}- ${name} `, 'm'));
    }
    expect(stderr).not.toMatch(/hunter2|^\s+at /m);
  });

  it('on a port in use ends with 1 and one readable line', async () => {
    const first = await built.start(await built.newFolder());
    const PORT = String(first.port);
    const { code, stderr } = await endOf({ DATA_DIR: await built.newFolder(), PORT });
    expect(code).toBe(1);
    expect(stderr).toBe(
      `127.0.0.1:${PORT} is in use by another program. Stop it, or set PORT to a free one.\n`,
    );
    await first.kill('SIGKILL');
  });

  it('twice on one folder is refused in two lines, and possible after kill -9', async () => {
    const first = await built.start(await built.newFolder());
    const env = { DATA_DIR: first.dataDir, PORT: String(await freePort()) };
    const { code, stderr } = await endOf(env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]+\n {2}- DATA_DIR \S+ is in use by another server\.[^\n]+\n$/);
    expect((await clientOf(first).send('GET', '/ready')).status).toBe(200);
    await first.kill('SIGKILL');
    const second = await first.restart();
    await second.kill('SIGKILL');
  });

  it('on a folder that cannot be one ends with 1 and a line that names DATA_DIR', async () => {
    const file = join(await built.newFolder(), 'file');
    await writeFile(file, 'x');
    for (const dataDir of [file, '/proc/no-such-folder']) {
      const { code, stdout, stderr } = await endOf({
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
      });
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^[^\n]+\n {2}- DATA_DIR \S+ [^\n]+ set DATA_DIR to [^\n]+\n$/i);
      expect(stderr).toContain(dataDir);
    }
  });

  it('with a database that is none, or secrets and objects that are none, names DATA_DIR', async () => {
    for (const name of ['host.db', 'admin-token', 'objects']) {
      const dataDir = await built.newFolder();
      // A file where a folder is needed, a folder where a file is.
      if (name === 'objects') await writeFile(join(dataDir, name), 'x');
      else await mkdir(join(dataDir, name));
      const { code, stderr } = await endOf({ DATA_DIR: dataDir, PORT: String(await freePort()) });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^[^\n]+\n {2}- DATA_DIR \S+ cannot be used: [^\n]+\n$/);
    }
  });

  it('with a host app that is not there names HOST_APP_DIR', async () => {
    const env = { DATA_DIR: await built.newFolder(), HOST_APP_DIR: '/no/such/folder' };
    const { code, stderr } = await endOf(env);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^[^\n]+\n {2}- HOST_APP_DIR \/no\/such\/folder is no folder\. Set it [^\n]+\n$/,
    );
  });

  it('with a database that does not answer names the setting and not the password', async () => {
    const port = String(await freePort());
    const { code, stderr } = await endOf({
      DATA_DIR: await built.newFolder(),
      DATABASE_URL: `postgres://user:hunter2@127.0.0.1:${port}/host`,
    });
    expect(code).toBe(1);
    expect(stderr).toContain(`DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:${port}`);
    expect(stderr).not.toMatch(/hunter2|^\s+at /m);
  });
});
