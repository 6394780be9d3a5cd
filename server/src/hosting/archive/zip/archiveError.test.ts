import { expect, it } from 'vitest';

import { ApiError } from '../../../errors/ApiError.ts';
import { archiveError, toRefusal } from './archiveError.ts';

const refusal = (reason: string) => archiveError('artifact-corrupt', 'a.js', reason);

it('a complaint about the bytes becomes a refusal with its reason', () => {
  expect(toRefusal(new Error('invalid block type'), refusal)).toMatchObject({
    code: 'artifact-corrupt',
    message: '"a.js" in the archive invalid block type.',
  });
});

it('a failing disk is not blamed on the archive', () => {
  const failure = Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'read' });
  expect(toRefusal(failure, refusal)).toBe(failure);
});

it('a refusal stays the one it is', () => {
  const first = new ApiError('artifact-too-large', 'too large');
  expect(toRefusal(first, refusal)).toBe(first);
});
