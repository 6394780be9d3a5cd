import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExportedConfig } from '@expo/config-plugins';

/** An app's configuration with what a project cannot do without. */
export type AppConfig = ExportedConfig & {
  name: string;
  ios: { bundleIdentifier: string };
  android: { package: string };
};

/** An id of an app as both stores take it. */
const APP_ID = /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]*)+$/;

/** A version as people see it: it becomes a string in Gradle's language. */
const VERSION = /^[\w.+-]+$/;

/** Reads `app.json` of a project, in the form of Expo. */
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
    ...problemOfId('expo.android.package', config.android?.package),
    ...problemOfVersion('expo.version', config.version),
    ...problemOfVersion('expo.android.version', config.android?.version),
    ...problemOfCode(config.android?.versionCode),
    ...(config.scheme === undefined ? ['expo.scheme is missing, the scheme of deep links'] : []),
  ];
}

function problemOfId(field: string, id: string | undefined): string[] {
  if (id === undefined) return [`${field} is missing, for example com.acme.shop`];
  return APP_ID.test(id) ? [] : [`${field} is ${id}, expected a reverse domain like com.acme.shop`];
}

function problemOfVersion(field: string, version: unknown): string[] {
  if (version === undefined) return [];
  if (typeof version === 'string' && VERSION.test(version)) return [];
  return [`${field} is ${JSON.stringify(version)}, expected a version like 1.2.3`];
}

function problemOfCode(code: unknown): string[] {
  if (code === undefined || (Number.isSafeInteger(code) && (code as number) > 0)) return [];
  return [`expo.android.versionCode is ${JSON.stringify(code)}, expected a whole number like 7`];
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}
