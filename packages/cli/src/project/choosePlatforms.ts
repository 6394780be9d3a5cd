import { PLATFORMS, type Platform } from '@host/contracts';

import { usageError } from '../terminal/CliError.ts';

/** Parses `--platform`: one platform, several with commas, or `all`. */
export function choosePlatforms(given: string | undefined): Platform[] {
  if (given === undefined) {
    throw usageError(
      'No platform is given.',
      'Add --platform ios, android, web or all, or set the environment variable `platform`.',
    );
  }
  if (given === 'all') return [...PLATFORMS];
  const names = given.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !PLATFORMS.some((platform) => platform === name));
  if (unknown !== undefined) {
    throw usageError(`"${unknown}" is not a platform.`, 'Use --platform ios, android, web or all.');
  }
  return PLATFORMS.filter((platform) => names.includes(platform));
}
