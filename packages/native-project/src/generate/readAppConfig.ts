import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExportedConfig } from '@expo/config-plugins';

import { isTag } from '../plugin/isTag.ts';
import { packageProblem } from '../plugin/packageProblem.ts';

/** An app's configuration with the required fields. */
export type AppConfig = ExportedConfig & {
  name: string;
  ios: { bundleIdentifier: string };
  android: { package: string };
};

/** An app id that is valid in both app stores. */
const APP_ID = /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]*)+$/;

/** A display version, safe for a string in a Gradle file. */
const VERSION = /^[\w.+-]+$/;

/** An Apple team id, safe for the Xcode project. */
const TEAM = /^[A-Z0-9]{10}$/;
/** The appearances of an icon on ios, which become file names. */
const LOOKS = new Set(['light', 'dark', 'tinted']);

/** Reads `app.json` of a project, in Expo's format. */
export async function readAppConfig(root: string): Promise<AppConfig> {
  const file = join(root, 'app.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no ${file}. It names the app: its name, its ids, its scheme.`);
  });
  const config = (parse(text, file) as { expo?: Partial<AppConfig> }).expo;
  const problems = problemsOf(config);
  if (problems.length > 0) throw new Error(`${file}: ${problems.join('; ')}.`);
  return { ...(config as AppConfig), _internal: { projectRoot: root } };
}

function problemsOf(config: Partial<AppConfig> = {}): string[] {
  return [
    ...(config.name ? [] : ['expo.name is missing, the name under the icon']),
    ...problemOfId('expo.ios.bundleIdentifier', config.ios?.bundleIdentifier),
    ...problemOfPackage('expo.android.package', config.android?.package),
    ...problemOfVersion('expo.version', config.version),
    ...problemOfVersion('expo.android.version', versionIn(config.android)),
    ...problemOfCode(config.android?.versionCode),
    ...problemOfTeam(config.ios?.appleTeamId),
    ...problemsOfIcon(config.ios?.icon),
    ...Object.keys(config.locales ?? {}).flatMap(problemOfTag),
    ...(config.scheme === undefined ? ['expo.scheme is missing, the scheme of deep links'] : []),
  ];
}

function problemOfId(field: string, id: string | undefined): string[] {
  if (id === undefined) return [`${field} is missing, for example com.acme.shop`];
  return APP_ID.test(id) ? [] : [`${field} is ${id}, expected a reverse domain like com.acme.shop`];
}

function problemOfPackage(field: string, id: string | undefined): string[] {
  const ofId = problemOfId(field, id);
  const problem = ofId.length > 0 ? undefined : packageProblem(id!);
  return problem === undefined ? ofId : [`${field} ${problem}`];
}

function problemOfVersion(field: string, version: unknown): string[] {
  if (version === undefined) return [];
  if (typeof version === 'string' && VERSION.test(version)) return [];
  return [`${field} is ${JSON.stringify(version)}, expected a version like 1.2.3`];
}

/** A field that Expo's plugins read, but its types do not include. */
function versionIn(android: object | undefined): unknown {
  return android && 'version' in android ? android.version : undefined;
}

function problemOfCode(code: unknown): string[] {
  if (code === undefined || (Number.isSafeInteger(code) && (code as number) > 0)) return [];
  return [`expo.android.versionCode is ${JSON.stringify(code)}, expected a whole number like 7`];
}

function problemOfTeam(team: unknown): string[] {
  if (team === undefined || (typeof team === 'string' && TEAM.test(team))) return [];
  return [`expo.ios.appleTeamId is ${JSON.stringify(team)}, expected an id like ABCDE12345`];
}

function problemsOfIcon(icon: unknown): string[] {
  if (typeof icon !== 'object' || icon === null) return [];
  const others = Object.keys(icon).filter((look) => !LOOKS.has(look));
  return others.map(
    (look) => `expo.ios.icon has ${JSON.stringify(look)}, expected light, dark and tinted`,
  );
}

/** Validates a tag, which becomes the name of a folder. */
function problemOfTag(tag: string): string[] {
  return isTag(tag)
    ? []
    : [`expo.locales has ${JSON.stringify(tag)}, expected a tag of a language like zh-Hans`];
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}
