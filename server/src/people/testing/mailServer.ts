import { randomUUID } from 'node:crypto';

import { type TestServer, createTestServer } from '../../testing/createTestServer.ts';
import type { TestEngine } from '../../testing/testDatabase.ts';
import { type Mailbox, startMailbox, tokenIn } from '../mail/testing/startMailbox.ts';
import { type NativeSession, sendAs } from './personOn.ts';

/** A server that sends mail, with the mailbox that it sends to. */
export interface MailServer {
  server: TestServer;
  mailbox: Mailbox;
  close(): Promise<void>;
}

/** A person whose account was created by mail. */
export interface MailedPerson {
  email: string;
  password: string;
  id: string;
  signIn(): Promise<NativeSession>;
}

export async function startMailServer(
  options: Parameters<typeof createTestServer>[0] & { engine?: TestEngine } = {},
): Promise<MailServer> {
  const mailbox = await startMailbox();
  const server = await createTestServer({
    ...options,
    people: { ...options.people, mailer: mailbox.mailer() },
  });
  await server.app.ready();
  return {
    server,
    mailbox,
    async close() {
      await server.close();
      await mailbox.close();
    },
  };
}

export const newEmail = () => `${randomUUID()}@example.com`;
export const PASSWORD = 'correct horse battery staple';

/** Creates an account as a person does: requests it and follows the link. */
export async function mailedPerson({ server, mailbox }: MailServer): Promise<MailedPerson> {
  const email = newEmail();
  const payload = { email, password: PASSWORD, name: 'Ann' };
  await sendAs(server, undefined, 'POST', '/v1/accounts', { payload });
  const token = tokenIn(await mailbox.nextTo(email));
  const confirmed = await sendAs(server, undefined, 'POST', '/v1/accounts/confirm', {
    payload: { token, password: PASSWORD },
  });
  if (confirmed.statusCode !== 201) throw new Error(confirmed.body);
  return {
    email,
    password: PASSWORD,
    id: confirmed.json<{ id: string }>().id,
    async signIn() {
      const response = await sendAs(server, undefined, 'POST', '/v1/sessions', {
        payload: { email, password: PASSWORD },
      });
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json<NativeSession>();
    },
  };
}
