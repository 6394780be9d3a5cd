import { expect, it } from 'vitest';

import { ApiError } from '../../errors/ApiError.ts';
import type { Passwords } from '../passwords/Passwords.ts';
import { checkAttempt } from './checkAttempt.ts';
import { SignInLimits } from './SignInLimits.ts';

const MADE = { address: '203.0.113.1', email: 'ann@example.com' };
const ONE = { perAddress: 1, perAddressAndAccount: 1, perAccount: 1 };

it('a try that nobody had time for is not counted', async () => {
  const limits = new SignInLimits(ONE);
  const busy = {
    check: async () => {
      throw new ApiError('unavailable', 'Too many people sign in at this moment.');
    },
  } as Partial<Passwords> as Passwords;
  for (let n = 0; n < 3; n++) {
    await limits.admitAttempt(MADE);
    await expect(checkAttempt({ passwords: busy, limits }, MADE, ['x'], 'y')).rejects.toMatchObject(
      {
        code: 'unavailable',
      },
    );
  }
});

it('a try that was wrong is counted', async () => {
  const limits = new SignInLimits(ONE);
  const wrong = { check: async () => ({ matches: false }) } as Partial<Passwords> as Passwords;
  await limits.admitAttempt(MADE);
  expect(await checkAttempt({ passwords: wrong, limits }, MADE, ['x'], 'y')).toEqual({
    matches: false,
  });
  await expect(limits.admitAttempt(MADE)).rejects.toMatchObject({ code: 'rate-limited' });
});
