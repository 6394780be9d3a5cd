import type { Message } from './messages';

/** The validation error of each field; empty when the form can be sent. */
export type Problems = Partial<Record<keyof Message, string>>;

export function findProblems({ name, email, text }: Message): Problems {
  return {
    ...(name.trim() === '' && { name: 'Enter your name.' }),
    ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && {
      email: 'Enter an address such as ada@example.com.',
    }),
    ...(text.trim().length < 10 && { text: 'Write a sentence, at least ten letters.' }),
  };
}
