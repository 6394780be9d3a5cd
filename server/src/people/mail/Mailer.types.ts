/** A mail to one person. It contains nothing that people can choose, except their address. */
interface MailMessage {
  /** The same at every attempt, so that duplicates can be recognized. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** How mails leave the server. */
export interface Mailer {
  /** @throws UndeliverableMail when retrying is useless; any other error may be temporary. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/** The mail server rejects a mail permanently. */
export class UndeliverableMail extends Error {
  override name = 'UndeliverableMail';
}
