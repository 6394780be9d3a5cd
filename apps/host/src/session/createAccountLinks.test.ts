import { expect, it } from 'vitest';

import { createSend } from '../common/askServer.ts';
import { createAccountLinks } from './createAccountLinks.ts';
import { createSession } from './createSession.ts';

const TOKEN = `hal_${'x'.repeat(43)}`;

function open(answers: Record<string, [status: number, body: object]>) {
  const sent: [string, unknown][] = [];
  const fetchIt = (async (input: string, init: RequestInit) => {
    const { pathname } = new URL(input);
    sent.push([pathname, init.body === undefined ? undefined : JSON.parse(init.body as string)]);
    const [status, body] = answers[pathname] ?? [404, {}];
    return new Response(JSON.stringify(body), { status });
  }) as typeof fetch;
  const send = createSend('https://host.example', fetchIt);
  const vault = { read: async () => undefined, write: async () => {}, clear: async () => {} };
  const session = createSession({ send, vault, transport: 'cookie' });
  return { sent, session, links: createAccountLinks(session, send) };
}

it('an account that goes on by mail signs nobody in', async () => {
  const { session } = open({ '/v1/accounts': [202, { expiresIn: 86_400 }] });
  const account = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
  expect(await session.signUp(account)).toBe('mailed');
  expect(session.state.get().person).toBeNull();
});

it('a new password is set with the secret of the link, and says where to sign in', async () => {
  const path = '/v1/password-resets/confirm';
  const { links, sent } = open({ [path]: [200, { email: 'ada@example.com' }] });
  expect(await links.resetPassword(TOKEN, 'four other words')).toBe('ada@example.com');
  expect(sent).toEqual([[path, { token: TOKEN, newPassword: 'four other words' }]]);
});

it('a link that is used up is refused with its code', async () => {
  const refusal = { type: 'x', title: 'Gone', status: 410, code: 'link-invalid', detail: 'Used.' };
  const { links } = open({ '/v1/password-resets/confirm': [410, refusal] });
  await expect(links.resetPassword(TOKEN, 'four other words')).rejects.toMatchObject({
    code: 'link-invalid',
  });
});
