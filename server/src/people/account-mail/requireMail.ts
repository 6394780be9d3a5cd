import { ApiError } from '../../errors/ApiError.ts';
import type { MailQueue } from '../mail/MailQueue.ts';

/** The dependencies with a mail queue; throws when the operator configured no mail. */
export function requireMail<Deps extends { mail: MailQueue | undefined }>(
  deps: Deps,
): Deps & { mail: MailQueue } {
  const { mail } = deps;
  if (mail) return { ...deps, mail };
  throw new ApiError('mail-not-configured', 'This server sends no mail.');
}
