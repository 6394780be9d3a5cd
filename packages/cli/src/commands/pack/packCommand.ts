import { join, resolve } from 'node:path';

import { chooseKey } from '../../account/chooseKey.ts';
import { buildPlatforms } from '../../build/buildPlatforms.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatBytes } from '../../terminal/formatBytes.ts';
import { choosePlatforms } from '../../project/choosePlatforms.ts';
import { readProject } from '../../project/MiniAppProject.ts';
import { packProject } from '../../publish/packProject.ts';

/** The folder of archives, relative to the project. */
export const PACKED = 'build/packed';

interface PackOptions {
  platform?: string;
  out?: string;
  key?: string;
}

export const packCommand = defineCommand<PackOptions>({
  name: 'pack',
  summary: 'make the archives that are published',
  description:
    'Builds what is out of date, then writes <platform>.zip, <platform>.index.json with the digest of every file, <platform>.maps.zip with the source maps, and, with a key, <platform>.signature.json. The same source gives the same bytes.',
  options: [
    [
      '-p, --platform <name>',
      'ios, android, web, several with commas, or all, which is the default',
    ],
    ['-o, --out <dir>', `where to, ${PACKED} by default`],
    ['--key <file>', 'sign with this key; by default the one that `miniapp keys create` made'],
  ],
  examples: [
    ['miniapp pack', `everything, into ${PACKED}/`],
    ['miniapp pack --platform ios --out /tmp/packed', 'one platform, elsewhere'],
  ],
  writesBuild: true,
  async run(context, { options }) {
    const { cwd, out } = context;
    const platforms = choosePlatforms(options.platform ?? 'all');
    const { manifest } = await readProject(cwd);
    const key = await chooseKey(context, manifest.appId, options.key);
    await buildPlatforms(cwd, platforms, out);
    const outDir = resolve(cwd, options.out ?? join(cwd, PACKED));
    const archives = await packProject(cwd, manifest, { platforms, outDir, key });
    const { color } = out;
    out.done(
      `${color.bold(`${manifest.appId}@${manifest.version}`)} is in ${options.out ?? PACKED}/`,
    );
    out.table(
      archives.map(({ platform, size, sha256, index }) => [
        `${platform}.zip`,
        formatBytes(size),
        `${index.length} files`,
        color.dim(`sha256 ${sha256}`),
      ]),
      'lrr',
    );
    if (key) out.line(`  ${color.dim(`Signed with the key ${key.keyId}.`)}`);
    else out.line(`  ${color.dim('Not signed: `miniapp keys create` makes a key.')}`);
    const { appId, version } = manifest;
    return {
      json: {
        appId,
        version,
        outDir,
        keyId: key?.keyId ?? null,
        archives: archives.map(({ platform, archive, size, sha256, maps, signature }) => ({
          platform,
          archive,
          size,
          sha256,
          ...(maps !== undefined && { maps }),
          ...(signature && { signature }),
        })),
      },
    };
  },
});
