import { describe, expect, it } from 'vitest';

import { environmentOf } from './environmentOf.ts';

const ENVIRONMENT = { API: 'one', STAGE: 'two', HOME: '/home/ada' };
const read = (source: string) => environmentOf([source], ENVIRONMENT);

describe('the environment that a configuration reads', () => {
  it.each([
    ['process.env.API', { API: 'one' }],
    [`process.env['API'] ?? process.env["MISSING"]`, { API: 'one', MISSING: undefined }],
    ['const { API, STAGE: stage = "x" } = process.env;', { API: 'one', STAGE: 'two' }],
    ['JSON.stringify(process.env)', ENVIRONMENT],
    ['const { API, ...rest } = process.env;', ENVIRONMENT],
    ['export default {};', {}],
  ])('%s', (source, expected) => {
    expect(read(source)).toEqual(expected);
  });
});
