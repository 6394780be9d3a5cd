import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { ADMIN_TOKEN, type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import { foreignRegistrationOf } from '../../testing/startForeignCdn.ts';
import { createLogger } from './createLogger.ts';

const SECRET = 'a-secret-of-somebody';

interface Line {
  reqId?: string;
  level: number;
  msg: string;
  path?: string;
  status?: number;
  actor?: string;
  err?: { message: string; stack: string };
}

/** A logger that keeps everything it is told. */
function listeningLogger(level: string): {
  logger: FastifyBaseLogger;
  text: () => string;
  lines: () => Line[];
  clear: () => void;
} {
  let kept = '';
  const destination = { write: (line: string) => void (kept += line) };
  const logger = createLogger({ level, secrets: [], destination });
  return {
    logger,
    text: () => kept,
    lines: () =>
      kept
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line),
    clear: () => void (kept = ''),
  };
}

describe('the log', () => {
  const log = listeningLogger('info');
  const everything = listeningLogger('trace');
  let server: TestServer;
  let talkative: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ logger: log.logger });
    const { db, objects } = server;
    talkative = await createTestServer({ db, objects, logger: everything.logger });
  });
  afterAll(async () => {
    await talkative.close();
    await server.close();
  });
  beforeEach(() => {
    log.clear();
    everything.clear();
  });

  it('has a line of every change and every failure, with who and what became of it', async () => {
    const { id, token } = await server.issue({ scopes: ['publish'] });
    log.clear();
    await server.post('/v1/admin/mini-programs', foreignRegistrationOf('com.acme.log', '1.0.0'), {
      token,
    });
    await server.send('GET', '/nothing', { headers: { 'x-request-id': 'of-the-proxy' } });
    expect(log.lines()).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'request',
        method: 'POST',
        path: '/v1/admin/mini-programs',
        status: 201,
        actor: id,
        ms: expect.any(Number),
        reqId: expect.any(String),
      }),
      expect.objectContaining({ level: 30, path: '/nothing', status: 404, reqId: 'of-the-proxy' }),
    ]);
  });

  it('has no line of a read that succeeds, except at debug', async () => {
    await server.send('GET', '/v1/mini-programs');
    expect(log.lines()).toEqual([]);
    await talkative.send('GET', '/v1/mini-programs');
    expect(everything.lines()).toEqual([
      expect.objectContaining({ level: 20, path: '/v1/mini-programs', status: 200 }),
    ]);
  });

  it('has the whole story of what broke on our side', async () => {
    const db = { ...server.db };
    const failing = await createTestServer({ db, logger: log.logger });
    db.all = () => Promise.reject(new Error('the disk is gone'));
    await failing.send('GET', '/v1/mini-programs');
    await failing.close();
    const [error, outcome] = log.lines().filter(({ reqId }) => reqId !== undefined);
    expect(error).toMatchObject({ level: 50, msg: 'unexpected error' });
    expect(error?.err?.message).toBe('the disk is gone');
    expect(error?.err?.stack).toContain('logOutcome.test.ts');
    expect(outcome).toMatchObject({ level: 50, status: 500 });
  });

  it('never has a secret, wherever a request carries it and whatever becomes of it', async () => {
    const { id, token } = await talkative.issue({ scopes: ['publish', 'read'] });
    const secret = token.slice(-43);
    const broken = { ...server.db, transaction: () => Promise.reject(new Error('no')) };
    const failing = await createTestServer({ db: broken, logger: everything.logger });
    const json = { 'content-type': 'application/json' };
    const answers = [];
    for (const each of [talkative, failing]) {
      const bodies = [token, SECRET].flatMap((hidden) => [
        `{"password":"${hidden}"}`,
        `{"password":"${hidden}`,
        `"${hidden}"`,
        `{"appId":"${hidden}","name":"${hidden}","version":"${hidden}"}`,
      ]);
      for (const payload of bodies) {
        for (const bearer of [token, ADMIN_TOKEN, undefined, `${token}x`]) {
          const options = { payload, headers: json, token: bearer };
          answers.push(await each.send('POST', '/v1/admin/mini-programs', options));
          answers.push(await each.send('POST', '/v1/admin/tokens', options));
        }
      }
      const query = `token=${token}&password=${SECRET}&access_token=${ADMIN_TOKEN}`;
      for (const path of [
        '/v1/mini-programs',
        '/v1/admin/mini-programs',
        '/nothing',
        '/cdn/x',
        '/%zz',
      ]) {
        answers.push(await each.send('GET', `${path}?${query}`));
        answers.push(await each.send('GET', `${path}?${query}`, { token: undefined }));
      }
      answers.push(await each.send('DELETE', `/v1/admin/tokens/${token}`));
      answers.push(
        await each.issue({ scopes: ['read'] }).catch((error: Error) => ({ body: error.message })),
      );
    }
    await failing.close();

    const lines = everything.lines();
    expect(new Set(lines.map(({ status }) => status))).toEqual(
      new Set([201, 400, 401, 403, 404, 422, 500, undefined]),
    );
    expect(lines.some(({ actor }) => actor === id)).toBe(true);
    for (const hidden of [secret, ADMIN_TOKEN, SECRET]) {
      expect(everything.text()).not.toContain(hidden);
      for (const answer of answers) {
        expect('body' in answer ? answer.body : '').not.toContain(hidden);
      }
    }
  });
});
