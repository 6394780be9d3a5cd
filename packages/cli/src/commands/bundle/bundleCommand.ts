import { PLATFORMS } from '@host/contracts';

import { connectIfLoggedIn } from '../../account/connect.ts';
import type { PlatformBuild } from '../../build/buildPlatform.ts';
import { buildPlatforms } from '../../build/buildPlatforms.ts';
import { CLEAR_OPTION, clearCache } from '../../build/clearCache.ts';
import { comparePublished, type ComparisonOutcome } from '../../build/comparePublished.ts';
import { compareFederationManifests } from '../../build/compareFederationManifests.ts';
import { choosePlatforms } from '../../project/choosePlatforms.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatBytes, formatDelta } from '../../terminal/formatBytes.ts';
import { formatDuration } from '../../terminal/formatDuration.ts';
import type { Output } from '../../terminal/Output.ts';
import type { Palette } from '../../terminal/Palette.ts';
import { readProject } from '../../project/MiniAppProject.ts';

interface BundleOptions {
  platform?: string;
  clear?: boolean;
}

export const bundleCommand = defineCommand<BundleOptions>({
  name: 'bundle',
  summary: 'build the mini-app into build/<platform>/',
  description:
    'Builds with the project’s rspack.config.mjs, shows how large every file is, and compares with the last published version when you are logged in.',
  options: [
    ['-p, --platform <name>', `${PLATFORMS.join(', ')}, several with commas, or all`],
    CLEAR_OPTION,
  ],
  examples: [
    ['miniapp bundle --platform ios', 'build/ios/'],
    ['miniapp bundle --platform ios,android', 'both, and whether their federation manifests agree'],
    ['miniapp bundle --platform all', 'ios, android and web'],
    ['platform=ios miniapp bundle', 'the platform from the environment'],
  ],
  writesBuild: true,
  async run({ cwd, env, out }, { options }) {
    // The interface's scripts set the environment variable `platform`.
    const platforms = choosePlatforms(options.platform ?? env['platform']);
    const { manifest } = await readProject(cwd);
    await clearCache(cwd, options);
    const builds = await buildPlatforms(cwd, platforms, out, (build) => showBuild(out, build));
    const differences = await compareFederationManifests(cwd, platforms);
    if (differences.length > 0) {
      out.warn(
        `The federation manifests of ios and android differ:\n${differences.join('\n')}`,
        'One of them is published for both. Import the same modules on both platforms.',
      );
    }
    const connection = await connectIfLoggedIn(env);
    const comparison = await comparePublished(connection, cwd, manifest, platforms);
    showComparison(out, comparison);
    const { appId, version } = manifest;
    return { json: { appId, version, builds, manifestDifferences: differences, comparison } };
  },
});

function showComparison(out: Output, outcome: ComparisonOutcome): void {
  const { color } = out;
  out.line();
  if ('notCompared' in outcome) return out.line(color.dim(outcome.notCompared));
  out.line(`Compared with the published ${color.bold(outcome.with)}:`);
  return out.table(
    outcome.comparisons.map(({ platform, before, now, changedFiles }) => [
      `${platform}.zip`,
      formatBytes(now),
      before === undefined ? color.dim('new') : paintDelta(color, now - before),
      changedFiles
        ? color.dim(
            `${changedFiles.changed} of ${changedFiles.of} files differ, ${formatBytes(changedFiles.bytes)}`,
          )
        : '',
    ]),
    'lrr',
  );
}

function paintDelta(color: Palette, delta: number): string {
  if (delta === 0) return color.dim('same');
  return (delta > 0 ? color.yellow : color.green)(formatDelta(delta));
}

function showBuild(
  out: Output,
  { platform, files, size, gzip, milliseconds }: PlatformBuild,
): void {
  const { color } = out;
  out.done(`${color.bold(platform)} in ${formatDuration(milliseconds)}`);
  out.table(
    [
      ...files.map((file) => [file.path, formatBytes(file.size), formatBytes(file.gzip)]),
      [`${files.length} files`, formatBytes(size), formatBytes(gzip)].map(color.bold),
    ].map(([name = '', raw = '', packed = '']) => [name, raw, color.dim(`${packed} gzip`)]),
    'lrr',
  );
}
