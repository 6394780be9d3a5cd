import type { ServerError } from '../common/ServerError.ts';
import {
  accountProblem,
  emailProblem,
  newPasswordProblem,
  passwordProblem,
} from '../components/accounts/accountProblems.ts';

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
  const wrongEmail = emailProblem(email);
  const wrongPassword = isNew ? newPasswordProblem(password) : passwordProblem(password);
  return {
    ...(isNew && name.trim() === '' && { name: 'Tell us your name.' }),
    ...(wrongEmail !== undefined && { email: wrongEmail }),
    ...(wrongPassword !== undefined && { password: wrongPassword }),
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
  const known = error.fields.filter(({ field }) => ['name', 'email', 'password'].includes(field));
  if (known.length === 0) return { general: accountProblem(error) };
  return Object.fromEntries(known.map(({ field, message }) => [field, `${message}.`]));
}
