import { execFileSync } from 'node:child_process';

import { XML } from '@expo/config-plugins';
import { inject } from 'vitest';

import { parseGradle } from './parseGradle.ts';
import { parsePodfile } from './parsePodfile.ts';
import { parseSource } from './parseSource.ts';
import { parseXcodeProject } from './parseXcodeProject.ts';
import { plist } from './plist.ts';

/** Parses a whole file, and throws if it is not of its kind. */
type Parse = (text: string) => unknown;

/** Parsers by the end of the path; the first match counts. */
const PARSERS: readonly [end: RegExp, parse: Parse | undefined][] = [
  [/\.(?:plist|entitlements|xcprivacy)$/, parsePlist],
  [/\.(?:xml|storyboard|xcscheme)$/, XML.parseXMLAsync],
  [/\.json$/, JSON.parse],
  [/\.gradle$/, parseGradleFile],
  [/\.properties$/, parseProperties],
  [/\/Podfile$/, parseWholePodfile],
  [/\.strings$/, parseStrings],
  [/\.pbxproj$/, parseXcodeProject],
  [/\/(?:\.xcode\.env|gradlew)$/, parseShell],
  [/\.(?:kt|swift)$/, parseSource],
  // Only read by their own tools.
  [/\.(?:pro|bat)$/, undefined],
  [/\.(?:png|jar|keystore|ttf|otf)$|\/\.generated$/, undefined],
];

/** The parser for a file of a native project; undefined if it is not parsed here. Throws for unexpected files. */
export function parserOf(path: string): Parse | undefined {
  const found = PARSERS.find(([end]) => end.test(path));
  if (!found) throw new Error(`${path} is of no known kind: say in parserOf.ts what reads it.`);
  return found[1];
}

async function parsePlist(text: string): Promise<void> {
  // The property list parser accepts unclosed XML, so it is parsed as XML as well.
  await XML.parseXMLAsync(text);
  plist.parse(text);
}

function parseGradleFile(text: string): void {
  parseSource(text);
  parseGradle(text);
}

function parseWholePodfile(text: string): void {
  parsePodfile(text);
  const ruby = inject('rubyPath');
  // Where it is missing, this is said at the end of the run.
  if (ruby === undefined) return;
  // CocoaPods reads a Podfile as UTF-8; Ruby reads its input as the locale has it.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  execFileSync(ruby, ['-c'], { input: text, env, stdio: ['pipe', 'ignore', 'pipe'] });
}

function parseProperties(text: string): void {
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#') || /^[\w.]+\s*=/.test(line)) continue;
    throw new Error(`"${line}" is no line of a properties file.`);
  }
}

function parseStrings(text: string): void {
  for (const line of text.split('\n')) {
    if (/^"(?:\\.|[^"\\])*" = "(?:\\.|[^"\\])*";$/.test(line)) continue;
    throw new Error(`"${line}" is no line of a file of strings.`);
  }
}

function parseShell(text: string): void {
  execFileSync('sh', ['-n'], { input: text, stdio: ['pipe', 'ignore', 'pipe'] });
}
