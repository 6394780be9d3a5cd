import { expect, it } from 'vitest';

import app from '../../app.json' with { type: 'json' };
import { linking } from './linking.ts';

it('the native projects are opened by the scheme whose links the host reads', () => {
  expect(linking.prefixes).toEqual([`${app.expo.scheme}://`]);
});
