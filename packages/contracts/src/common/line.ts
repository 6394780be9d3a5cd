import * as z from 'zod/mini';

// Control characters break logs, terminals and headers; no text of the interface needs them.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** A line of text: 1 to `max` characters, not blank, no control characters. */
export function line(max: number) {
  return z.string().check(
    z.minLength(1),
    z.maxLength(max),
    z.refine((text) => text.trim() !== '', 'must not be blank'),
    z.refine((text) => !CONTROL.test(text), 'must not contain control characters'),
  );
}
