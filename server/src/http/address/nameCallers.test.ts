import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../../', import.meta.url));
const READER = 'http/address/createAddressReader.ts';

it('only one file reads from where a request comes: everything else asks it', async () => {
  const files = await readdir(SOURCE, { recursive: true });
  const readers = [];
  for (const file of files.filter((each) => /^(?!(.*\/)?testing\/).*(?<!\.test)\.ts$/.test(each))) {
    const source = await readFile(`${SOURCE}/${file}`, 'utf8');
    // In whatever way it is written: `ip` can be taken out of a request by destructuring it.
    const namesIp = /(?<!`)\bips?\b(?!`)/.test(source);
    if (namesIp || /remoteAddress|x-forwarded-|['"]forwarded['"]/i.test(source)) {
      readers.push(file);
    }
  }
  expect(readers).toEqual([READER]);
});
