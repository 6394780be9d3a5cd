import { compareVersions, isVersion } from '@host/contracts';

/** The next version, given as a number or as major, minor or patch; undefined if it is invalid or not later. */
export function nextVersion(current: string, asked: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  if (asked === 'major') return `${major + 1}.0.0`;
  if (asked === 'minor') return `${major}.${minor + 1}.0`;
  if (asked === 'patch') return `${major}.${minor}.${patch + 1}`;
  return isVersion(asked) && compareVersions(asked, current) > 0 ? asked : undefined;
}
