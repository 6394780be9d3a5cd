import { CLIENT_LIMITS } from '@host/contracts';

import type { ServerError } from '../services/ServerError.ts';

/** What people enter. */
export interface Fields {
  name: string;
  email: string;
  password: string;
}

/** What is wrong, by field; `general` where it is no single field. */
export type Problems = Partial<Record<keyof Fields | 'general', string>>;

/** What can be told before the server is asked. */
export function problemsIn({ name, email, password }: Fields, isNew: boolean): Problems {
  const isTooShort = password.length < (isNew ? CLIENT_LIMITS.passwordShortest : 1);
  return {
    ...(isNew && name.trim() === '' && { name: 'Tell us your name.' }),
    ...(!/^\S+@\S+$/.test(email.trim()) && {
      email: 'Enter an e-mail address, for example ann@example.com.',
    }),
    ...(isTooShort && {
      password: isNew
        ? `A password has at least ${CLIENT_LIMITS.passwordShortest} characters.`
        : 'Enter your password.',
    }),
  };
}

/** What the server says, in words for the person. */
export function problemsOf(error: ServerError): Problems {
  if (error.code === 'email-taken') {
    return { email: 'There is an account with this address. Sign in instead.' };
  }
  if (error.code === 'credentials-wrong') {
    return { general: 'The address or the password is wrong.' };
  }
  if (error.status === 429) {
    return { general: 'Too many attempts. Wait a little and try again.' };
  }
  if (error.isUnreachable) {
    return { general: 'The server cannot be reached. Check your connection and try again.' };
  }
  const known = error.fields.filter(({ field }) => ['name', 'email', 'password'].includes(field));
  if (known.length === 0) return { general: error.message };
  return Object.fromEntries(known.map(({ field, message }) => [field, `${message}.`]));
}
