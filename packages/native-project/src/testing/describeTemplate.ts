import { createHash } from 'node:crypto';

/** Pictures, archives and keys, and the two scripts that start Gradle, which are Gradle's own. */
const DIGEST_ALONE = /\.(?:png|jar|keystore)$|\/gradlew(?:\.bat)?$/;

/**
 * What a template is, line by line, so that two of them can be compared: a digest of every file, which tells those that
 * differ, then the text of those that people write.
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
