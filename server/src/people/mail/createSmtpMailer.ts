import { createTransport } from 'nodemailer';

import { type Mailer, UndeliverableMail } from './Mailer.types.ts';
import type { SmtpServer } from './parseSmtpUrl.ts';

/** The options of an SMTP mailer. */
export interface SmtpOptions {
  server: SmtpServer;
  /** The address that mails come from, with or without a name: `Host <no-reply@host.example>`. */
  from: string;
  /** The domain of message ids. */
  domain: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;

/** Sends mails by SMTP, each on its own connection: there are few. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { server, from, domain, timeoutMs = TIMEOUT_MS } = options;
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTLS,
    // When TLS is not required, it is used if offered, with any certificate: that is better than none.
    tls: { rejectUnauthorized: server.secure || server.requireTLS },
    ...(server.auth && { auth: server.auth }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          // As an object: a string would be parsed as a list of addresses.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isFinal(error)
          ? new UndeliverableMail('The mail was refused.', { cause: error })
          : error;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Whether the error is about this mail and permanent. A rejected password or sender is for the operator to fix: until
 * then the mail stays queued.
 */
function isFinal(error: unknown): boolean {
  const {
    code,
    responseCode = 0,
    command,
  } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  const isAboutAddress = command === 'RCPT TO' || command === 'DATA';
  return code === 'EENVELOPE' && isAboutAddress && responseCode >= 500;
}
