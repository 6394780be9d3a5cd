import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { listFiles } from './listFiles.mjs';

const COMPRESSIBLE = /\.(?:html|js|css|json|svg|webmanifest)$/;
/** Below this size compression saves less than its headers cost. */
const SMALLEST = 512;

/** Writes a brotli and a gzip variant beside every file that is worth compressing. */
export async function compressFiles(folder) {
  const files = (await listFiles(folder)).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(folder, file));
      if (content.length < SMALLEST) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      await writeFile(
        join(folder, `${file}.br`),
        await promisify(brotliCompress)(content, { params }),
      );
      await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
