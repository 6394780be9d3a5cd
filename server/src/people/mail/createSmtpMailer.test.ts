import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { createSmtpMailer } from './createSmtpMailer.ts';
import { UndeliverableMail } from './Mailer.types.ts';
import { type Mailbox, startMailbox } from './testing/startMailbox.ts';

const MAIL = {
  id: 'm-1',
  to: 'ann@example.com',
  subject: 'Hello',
  text: 'Plain',
  html: '<p>Rich</p>',
};
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function mailbox(...options: Parameters<typeof startMailbox>): Promise<Mailbox> {
  const box = await startMailbox(...options);
  closers.push(() => box.close());
  return box;
}

const refusing = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

describe('mail over SMTP', () => {
  it('goes to one address as text and HTML, from the sender of the server', async () => {
    const box = await mailbox();
    await box.mailer().send(MAIL);
    const { to, from, head, content } = await box.nextTo(MAIL.to);
    expect([to, from]).toEqual([[MAIL.to], 'no-reply@host.example']);
    expect(head).toContain('From: Host <no-reply@host.example>');
    expect(head).toContain('To: ann@example.com');
    expect(head).toContain('Message-ID: <m-1@host.example>');
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(content).toContain('Plain');
    expect(content).toContain('<p>Rich</p>');
  });

  it.each([
    'ann@example.com, eve@evil.example',
    'ann@example.com\r\nBcc: eve@evil.example',
    'Eve <eve@evil.example>',
    '"eve@evil.example"@example.com',
  ])('never reaches another address by the text of one: %j', async (to) => {
    const box = await mailbox();
    await box
      .mailer()
      .send({ ...MAIL, to })
      .catch(() => {});
    for (const mail of box.received) {
      expect(mail.to).not.toContain('eve@evil.example');
      expect(mail.head).not.toMatch(/^bcc:/im);
    }
  });

  it.each([
    ['an unknown mailbox', { onRcptTo: (_, __, done) => done(refusing(550)) }, true],
    ['a mailbox that is full for now', { onRcptTo: (_, __, done) => done(refusing(452)) }, false],
    ['a sender that is not allowed', { onMailFrom: (_, __, done) => done(refusing(553)) }, false],
    ['a server that takes nobody', { onConnect: (_, done) => done(refusing(554)) }, false],
  ] satisfies [string, Parameters<typeof startMailbox>[0], boolean][])(
    'is given up for %s: %s',
    async (_what, options, isFinal) => {
      const box = await mailbox(options);
      const error: unknown = await box
        .mailer()
        .send(MAIL)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof UndeliverableMail).toBe(isFinal);
    },
  );

  it('is not sent without TLS where TLS is required', async () => {
    const box = await mailbox();
    const server = { host: '127.0.0.1', port: box.port, secure: false, requireTLS: true };
    const mailer = createSmtpMailer({
      server: { ...server, auth: { user: 'ann', pass: 'secret' } },
      from: 'no-reply@host.example',
      domain: 'host.example',
    });
    await expect(mailer.send(MAIL)).rejects.toMatchObject({ code: 'ETLS' });
    expect(box.received).toEqual([]);
  });

  it('is sent with TLS that nobody vouches for where TLS is not required, and not where it is', async () => {
    // Without a certificate of its own the server has one that it signed itself.
    const box = await mailbox({ disabledCommands: ['AUTH'] });
    const mailer = (requireTLS: boolean) =>
      createSmtpMailer({
        server: { host: '127.0.0.1', port: box.port, secure: false, requireTLS, auth: undefined },
        from: 'no-reply@host.example',
        domain: 'host.example',
      });
    await mailer(false).send(MAIL);
    expect(box.received).toHaveLength(1);
    await expect(mailer(true).send(MAIL)).rejects.toThrow(/certificate/);
    expect(box.received).toHaveLength(1);
  });

  it('ends when the mail server says nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    closers.push(() => new Promise((resolve) => silent.close(resolve)));
    const { port } = silent.address() as AddressInfo;
    const mailer = createSmtpMailer({
      server: { host: '127.0.0.1', port, secure: false, requireTLS: false, auth: undefined },
      from: 'no-reply@host.example',
      domain: 'host.example',
      timeoutMs: 50,
    });
    await expect(mailer.send(MAIL)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });
});
