/** A mail to one person. Nothing that people choose themselves is in it but their address. */
interface MailMessage {
  /** The same for every try, so that a mail that was sent twice can be recognised. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** How mails leave the server. */
export interface Mailer {
  /** @throws UndeliverableMail when trying again is of no use; any other error may pass. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/** A mail that the server of the address does not want, now or later. */
export class UndeliverableMail extends Error {
  override name = 'UndeliverableMail';
}
