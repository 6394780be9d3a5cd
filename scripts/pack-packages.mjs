import { readdir } from 'node:fs/promises';

import { PACKED_FOLDER, packPackages } from './pack/packPackages.mjs';
import { say } from './start/say.mjs';

// `pnpm pack:packages`: packs the packages as they would be published, for a server that serves them.
const didPack = await packPackages(say);
const count = (await readdir(PACKED_FOLDER)).filter((name) => name.endsWith('.tgz')).length;
say(`${didPack ? 'packed' : 'up to date:'} ${count} packages in ${PACKED_FOLDER}`);
