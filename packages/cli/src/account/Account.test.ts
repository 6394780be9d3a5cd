import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../testing/startTestServer.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const newConfig = async () => ({
  XDG_CONFIG_HOME: await temporaryFolder('config'),
});
const login = (env: NodeJS.ProcessEnv, token: string, ...args: string[]) =>
  miniapp(['login', '--server', server.url, '--token-stdin', ...args], {
    env,
    input: `${token}\n`,
  });

describe('miniapp login', () => {
  it('keeps address and token where only their owner can read them', async () => {
    const env = await newConfig();
    const { code, stdout } = await login(env, server.token);
    expect(stdout).toContain(`Logged in to ${server.url}`);
    expect(stdout).not.toContain(server.token);
    expect(code).toBe(0);
    const file = join(env.XDG_CONFIG_HOME, 'miniapp/account.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      server: server.url,
      token: server.token,
      cdn: `${server.url}/cdn`,
    });
    expect((await miniapp(['list', '--json'], { env })).json()).toEqual({
      ok: true,
      miniPrograms: [],
    });
  });

  it('says which account it takes the place of', async () => {
    const env = await newConfig();
    const { token } = await server.client.issueToken({
      name: 'CI',
      scopes: ['read'],
      expiresInSeconds: 600,
    });
    const said = 'It takes the place of what was kept for';
    expect((await login(env, token)).stdout).not.toContain(said);
    expect((await login(env, token)).stdout).not.toContain(said);
    expect((await login(env, server.token)).stdout).toContain(`${said} ${server.url}.`);
    const { code, json } = await login(env, token, '--json');
    expect({ code, ...json() }).toMatchObject({ code: 0, replaced: server.url });
  });

  it('refuses a wrong token, and keeps nothing', async () => {
    const env = await newConfig();
    const { code, stderr } = await login(env, 'wrong-token');
    expect(stderr).toBe(
      '✖ The token is not known.\n  Log in again with `miniapp login`, or correct MINIAPP_TOKEN.\n',
    );
    expect(code).toBe(1);
    expect((await miniapp(['list'], { env })).stderr).toContain('You are not logged in.');
  });

  it('takes a token that may not read', async () => {
    const { token } = await server.client.issueToken({
      name: 'CI',
      scopes: ['publish'],
      expiresInSeconds: 600,
    });
    expect((await login(await newConfig(), token)).code).toBe(0);
  });

  it('forgets both with --remove', async () => {
    const env = await newConfig();
    await login(env, server.token);
    expect((await miniapp(['login', '--remove'], { env })).stdout).toBe('✔ Logged out.\n');
    expect((await miniapp(['list'], { env })).code).toBe(1);
  });

  it('says how to call it where nobody can be asked', async () => {
    const { code, stderr } = await miniapp(['login']);
    expect(stderr).toContain('miniapp login --server <url> --token-stdin < token');
    expect(code).toBe(2);
  });
});

describe('a command that needs the server', () => {
  it('says how to log in when nobody is logged in', async () => {
    const { code, stderr } = await miniapp(['list']);
    expect(stderr).toBe(
      '✖ You are not logged in.\n  Run `miniapp login`, or set MINIAPP_SERVER and MINIAPP_TOKEN.\n',
    );
    expect(code).toBe(1);
  });

  it('takes the environment over what was kept', async () => {
    const env = await newConfig();
    await login(env, server.token);
    const result = await miniapp(['list', '--json'], { env: { ...env, MINIAPP_TOKEN: 'other' } });
    expect(result.json()).toMatchObject({ ok: false, error: { code: 'unauthorized' } });
  });

  it('sends the token that was kept to no other server than the one that it was kept for', async () => {
    const env = await newConfig();
    await login(env, server.token);
    const asked: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.writeHead(401).end();
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as { port: number };
    const elsewhere = { ...env, MINIAPP_SERVER: `http://127.0.0.1:${port}` };
    const { stderr } = await miniapp(['list'], { env: elsewhere });
    other.close();
    expect(asked).toEqual([]);
    expect(stderr).toContain('You are not logged in.');
    const same = await miniapp(['list'], { env: { ...env, MINIAPP_SERVER: `${server.url}/` } });
    expect(same.code).toBe(0);
  });

  it('says that the server does not answer, with its address', async () => {
    const env = { MINIAPP_SERVER: 'http://127.0.0.1:40404', MINIAPP_TOKEN: 'any' };
    const { code, stderr } = await miniapp(['list'], { env });
    expect(stderr).toMatch(
      /^✖ http:\/\/127\.0\.0\.1:40404 does not answer \(.+\)\.\n {2}Check that/,
    );
    expect(code).toBe(1);
  });

  it('never shows the token, not even to whoever debugs', async () => {
    const env = { ...server.env, MINIAPP_TOKEN: 'the-very-secret-token', DEBUG: 'miniapp' };
    const { stdout, stderr } = await miniapp(['list'], { env });
    expect(stdout + stderr).not.toContain('the-very-secret-token');
  });

  it('says what to do about a file that cannot be read', async () => {
    const env = await newConfig();
    await login(env, server.token);
    await writeFile(join(env.XDG_CONFIG_HOME, 'miniapp/account.json'), '{');
    const { stderr } = await miniapp(['list'], { env });
    expect(stderr).toContain(
      'account.json cannot be read.\n  Run `miniapp login` to write it anew.',
    );
  });
});
