import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

import { TEMPLATE } from './Template.ts';

/** The names of the app in its native projects. */
export interface ProjectNames {
  /** Letters and digits: the name of the Xcode project. */
  project: string;
  package: string;
}

/** Binary files. */
const BINARY = /\.(?:png|jar|keystore)$/;

/** Words of Kotlin that are none of Java: a package may have them, as that of a company in India, in quotes of Kotlin's own. */
const KOTLIN = new Set('as fun in is object typealias typeof val var when'.split(' '));

/** Writes the part of React Native's template for one platform, under other names. */
export async function copyTemplate(
  platform: 'ios' | 'android',
  target: string,
  names: ProjectNames,
): Promise<void> {
  const source = join(TEMPLATE.folder, platform);
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = relative(source, join(entry.parentPath, entry.name));
    const written = join(target, renamePath(path, names));
    await mkdir(dirname(written), { recursive: true });
    // Keeps the mode, as `gradlew` has to be executable.
    await cp(join(source, path), written);
    if (BINARY.test(path)) continue;
    const inFile = path.endsWith('.kt') ? { ...names, package: inKotlin(names.package) } : names;
    const text = rename(await readFile(written, 'utf8'), inFile);
    await writeFile(written, path.endsWith('LaunchScreen.storyboard') ? withoutTexts(text) : text);
  }
}

function renamePath(path: string, names: ProjectNames): string {
  return path
    .split(sep)
    .join('/')
    .replace('java/com/helloworld', `java/${names.package.replaceAll('.', '/')}`)
    .replaceAll(TEMPLATE.names.project, names.project)
    .replace(/(^|\/)_(?=xcode\.env$)/, '$1.');
}

function inKotlin(name: string): string {
  const parts = name.split('.').map((part) => (KOTLIN.has(part) ? `\`${part}\`` : part));
  return parts.join('.');
}

function rename(text: string, names: ProjectNames): string {
  return text
    .replaceAll(TEMPLATE.names.package, names.package)
    .replaceAll(TEMPLATE.names.project, names.project)
    .replaceAll(TEMPLATE.names.display, names.project);
}

/** Removes texts from the launch screen: the template shows the name of the project, which people should not see. */
function withoutTexts(storyboard: string): string {
  const TEXTS = /\n *<subviews>.*<\/subviews>|\n *<constraints>.*<\/constraints>/gs;
  return storyboard.replaceAll(TEXTS, '');
}
