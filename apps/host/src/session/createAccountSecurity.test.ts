import { describe, expect, it } from 'vitest';

import type { ServerRequest } from '../common/askServer.ts';
import { createAccountSecurity } from './createAccountSecurity.ts';

const ME = { id: '1', name: 'Ada' };
const record = (id: string, current: boolean) => ({
  id,
  current,
  createdAt: '2026-01-10T09:00:00.000Z',
  lastUsedAt: '2026-01-10T09:00:00.000Z',
  expiresAt: '2026-02-10T09:00:00.000Z',
});
const problem = (status: number, code: string) => ({
  type: 'x',
  title: 'x',
  status,
  code,
  detail: 'x',
});

function open(status: number, body: object) {
  const sent: ServerRequest[] = [];
  const send = async (request: ServerRequest) => {
    sent.push(request);
    return { ok: status < 300, status, text: JSON.stringify(body) };
  };
  return { sent, security: createAccountSecurity({ send }) };
}

describe('the security of an account', () => {
  it('changes the password with the current one', async () => {
    const { sent, security } = open(200, ME);
    await security.changePassword('the old one', 'the new one');
    const body = { currentPassword: 'the old one', newPassword: 'the new one' };
    expect(sent).toEqual([{ method: 'POST', path: '/v1/me/password', body }]);
  });

  it('says when the current password is wrong', async () => {
    const { security } = open(403, problem(403, 'password-wrong'));
    await expect(security.changePassword('wrong', 'the new one')).rejects.toMatchObject({
      code: 'password-wrong',
    });
  });

  it('lists this host first, and the others in the order of the server', async () => {
    const items = [record('a', false), record('b', true), record('c', false)];
    const { security } = open(200, { items });
    expect((await security.listSessions()).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  it('ends one session, and takes one that is over already for ended', async () => {
    const { sent, security } = open(200, { id: 'a b' });
    await security.endSession('a b');
    expect(sent).toEqual([{ method: 'DELETE', path: '/v1/sessions/a%20b' }]);
    await open(404, problem(404, 'session-not-found')).security.endSession('a');
    await expect(open(500, {}).security.endSession('a')).rejects.toThrow('cannot answer');
  });

  it('ends all others, and says how many there were', async () => {
    const { sent, security } = open(200, { ended: 3 });
    expect(await security.endOtherSessions()).toBe(3);
    expect(sent).toEqual([{ method: 'DELETE', path: '/v1/sessions/others' }]);
  });
});
