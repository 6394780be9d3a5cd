import { ApiError } from '../../errors/ApiError.ts';
import type { PasswordCheck, Passwords } from '../passwords/Passwords.ts';
import type { SignInLimits, Try } from './SignInLimits.ts';

/** Checks passwords, of which one has to be right, as one try that was admitted. */
export async function checkTry(
  { passwords, limits }: { passwords: Passwords; limits: SignInLimits },
  made: Try,
  tried: readonly string[],
  stored: string | undefined,
): Promise<PasswordCheck> {
  const by = { address: made.address, hasSession: made.hasSession ?? false };
  try {
    for (const password of tried) {
      const check = await passwords.check(password, stored, by);
      if (!check.matches) continue;
      limits.forgetTries(made);
      return check;
    }
  } catch (error) {
    // Nothing was tried for whoever is told to come again.
    if (error instanceof ApiError && error.code === 'unavailable') limits.takeBack(made);
    throw error;
  }
  return { matches: false };
}
