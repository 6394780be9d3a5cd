import { describe, expect, it } from 'vitest';

import { endsProcess } from './endsProcess.ts';

describe('an error that nothing caught', () => {
  it.each([
    ['memory of a thread', Object.assign(new Error('x'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })],
    ['memory of the system', Object.assign(new Error('x'), { code: 'ENOMEM' })],
    ['memory of a buffer', new RangeError('Array buffer allocation failed')],
    [
      'the address',
      Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', syscall: 'listen' }),
    ],
  ])('ends the process when there is none of what it needs: %s', (_, error) => {
    expect(endsProcess(error)).toBe(true);
  });

  it.each([
    ['an assertion of Node', Object.assign(new Error('x'), { code: 'ERR_INTERNAL_ASSERTION' })],
    ['a mistake', new TypeError('undefined is not a function')],
    ['too deep a recursion', new RangeError('Maximum call stack size exceeded')],
    ['a connection that broke', Object.assign(new Error('x'), { code: 'ECONNRESET' })],
    ['too many open files', Object.assign(new Error('x'), { code: 'EMFILE', syscall: 'accept' })],
    ['nothing at all', undefined],
  ])('does not end it otherwise: %s', (_, error) => {
    expect(endsProcess(error)).toBe(false);
  });
});
