import type { ServerError } from '../common/ServerError.ts';
import {
  type ProblemText,
  accountProblem,
  emailProblem,
  newPasswordProblem,
  passwordProblem,
} from '../components/accounts/accountProblems.ts';

/** The fields of the form. */
export interface Fields {
  name: string;
  email: string;
  password: string;
}

/** Problems by field; `general` for those that concern no single field. */
export type Problems = Partial<Record<keyof Fields | 'general', ProblemText>>;

/** Validates the fields on the client. */
export function problemsIn({ name, email, password }: Fields, isNew: boolean): Problems {
  const wrongEmail = emailProblem(email);
  const wrongPassword = isNew ? newPasswordProblem(password) : passwordProblem(password);
  return {
    ...(isNew && name.trim() === '' && { name: ['problem.name'] as const }),
    ...(wrongEmail !== undefined && { email: wrongEmail }),
    ...(wrongPassword !== undefined && { password: wrongPassword }),
  };
}

/** Maps a server error to texts for the person. */
export function problemsOf(error: ServerError): Problems {
  if (error.code === 'email-taken') {
    return { email: ['problem.emailTaken'] };
  }
  if (error.code === 'credentials-wrong') {
    return { general: ['problem.credentials'] };
  }
  const known = error.fields.filter(({ field }) => ['name', 'email', 'password'].includes(field));
  if (known.length === 0) return { general: accountProblem(error) };
  return Object.fromEntries(known.map(({ field }) => [field, ['problem.field'] as const]));
}
