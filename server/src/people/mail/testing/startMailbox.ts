import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

import { createSmtpMailer } from '../createSmtpMailer.ts';
import type { Mailer } from '../Mailer.types.ts';

/** A mail as a mail server received it. */
export interface ReceivedMail {
  /** The recipients of the envelope. */
  to: string[];
  from: string;
  /** Everything before the first blank line. */
  head: string;
  /** The whole mail with its transfer encoding undone. */
  content: string;
}

/** A mail server on loopback that keeps the mails it receives. */
export interface Mailbox {
  port: number;
  received: ReceivedMail[];
  /** Hands mails to this server. */
  mailer(): Mailer;
  /** The next mail to an address that no earlier call returned. */
  nextTo(address: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** Starts a real SMTP server; `options` make it refuse, or demand TLS. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, callback) {
      const receive = async () => {
        const raw = await text(stream);
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          head: raw.split('\r\n\r\n')[0]!,
          content: decoded(raw),
        });
        callback();
        for (const look of waiting) look();
      };
      void receive();
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    mailer: () =>
      createSmtpMailer({
        server: { host: '127.0.0.1', port, secure: false, requireTLS: false, auth: undefined },
        from: 'Host <no-reply@host.example>',
        domain: 'host.example',
      }),
    nextTo: (address) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = received.find((each) => each.to.includes(address) && !taken.has(each));
          if (!mail) return;
          taken.add(mail);
          waiting.delete(look);
          resolve(mail);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The secret of the link in a mail. */
export function tokenIn({ content }: ReceivedMail): string {
  const [, token] = /#(hal_[A-Za-z0-9_-]{43})/.exec(content) ?? [];
  if (!token) throw new Error(`There is no link in: ${content}`);
  return token;
}

function decoded(raw: string): string {
  return raw
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}
