import { createHash } from 'node:crypto';

/** Lines of a template that decide what a host's native projects are built with. */
const FACTS: Readonly<Record<string, RegExp>> = {
  'android/build.gradle': /^\s*(\w+Version = .*)$/gm,
  'android/gradle/wrapper/gradle-wrapper.properties': /^(distributionUrl=.*)$/gm,
  'android/gradle.properties': /^(\w[\w.]*=.*)$/gm,
  'ios/HelloWorld.xcodeproj/project.pbxproj':
    /^\s*((?:IPHONEOS_DEPLOYMENT_TARGET|SWIFT_VERSION) = .*);$/gm,
};

/** What a template is, line by line, so that two of them can be compared: its facts, and a digest of every file. */
export function describeTemplate(version: string, files: Readonly<Record<string, string>>): string {
  const lines = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const facts = lines.flatMap(([path, text]) => {
    const pattern = FACTS[path];
    const found = pattern ? [...text.matchAll(pattern)].map(([, line]) => `  ${line}`) : [];
    return found.length === 0 ? [] : [path, ...new Set(found)];
  });
  const digests = lines.map(
    ([path, text]) =>
      `${createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 12)} ${path}`,
  );
  return [`@react-native-community/template ${version}`, '', ...facts, '', ...digests, ''].join(
    '\n',
  );
}
