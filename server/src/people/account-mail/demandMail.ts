import { ApiError } from '../../errors/ApiError.ts';
import type { MailQueue } from '../mail/MailQueue.ts';

/** What works with mails, once there are any; throws where the operator set up none. */
export function demandMail<Deps extends { mail: MailQueue | undefined }>(
  deps: Deps,
): Deps & { mail: MailQueue } {
  const { mail } = deps;
  if (mail) return { ...deps, mail };
  throw new ApiError('mail-not-configured', 'This server sends no mail.');
}
