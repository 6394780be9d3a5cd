import { ApiError } from '../../errors/ApiError.ts';
import type { PasswordCheck, Passwords } from '../passwords/Passwords.ts';
import type { SignInLimits, Attempt } from './SignInLimits.ts';

/** Checks several passwords, one of which has to be right, as a single attempt. */
export async function checkAttempt(
  { passwords, limits }: { passwords: Passwords; limits: SignInLimits },
  made: Attempt,
  tried: readonly string[],
  stored: string | undefined,
): Promise<PasswordCheck> {
  const by = { address: made.address, hasSession: made.hasSession ?? false };
  try {
    for (const password of tried) {
      const check = await passwords.check(password, stored, by);
      if (!check.matches) continue;
      limits.resetAttempts(made);
      return check;
    }
  } catch (error) {
    // An attempt that is refused for overload must not count.
    if (error instanceof ApiError && error.code === 'unavailable') limits.takeBack(made);
    throw error;
  }
  return { matches: false };
}
