import { createHash } from 'node:crypto';

/** Files that are only compared by digest: pictures, archives, keys, and Gradle's own start scripts. */
const DIGEST_ALONE = /\.(?:png|jar|keystore)$|\/gradlew(?:\.bat)?$/;

/**
 * Describes a template line by line, so that two of them can be compared: a digest of every file, then the text of those
 * that people write.
 */
export function describeTemplate(version: string, files: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const digests = sorted.map(
    ([path, text]) =>
      `${createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 12)} ${path}`,
  );
  const texts = sorted
    .filter(([path]) => !DIGEST_ALONE.test(path))
    .flatMap(([path, text]) => ['', `=== ${path}`, text.trimEnd()]);
  return [`@react-native-community/template ${version}`, '', ...digests, ...texts, ''].join('\n');
}
