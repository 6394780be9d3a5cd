import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Platform } from '@host/contracts';

import { listFiles } from '../project/listFiles.ts';

const MAX_SHOWN = 5;

/**
 * How the federation manifests of ios and android differ, and why: only one is published for both. Undefined if they agree,
 * or only one of the platforms is built.
 */
export async function compareFederationManifests(
  root: string,
  platforms: readonly Platform[],
): Promise<string[]> {
  if (!platforms.includes('ios') || !platforms.includes('android')) return [];
  const [ios, android] = await Promise.all(
    ['ios', 'android'].map(async (platform) => {
      const text = await readFile(join(root, 'build', platform, 'mf-manifest.json'), 'utf8');
      return JSON.parse(text) as unknown;
    }),
  );
  const differences = differencesOf(ios, android, '');
  if (differences.length === 0) return [];
  const shown = differences.slice(0, MAX_SHOWN);
  if (differences.length > MAX_SHOWN) shown.push(`and ${differences.length - MAX_SHOWN} more`);
  const forOnePlatform = (await listFiles(join(root, 'src'))).filter((path) =>
    /\.(ios|android|native)\.[cm]?[jt]sx?$/.test(path),
  );
  if (forOnePlatform.length > 0) {
    shown.push(`because of ${forOnePlatform.map((path) => `src/${path}`).join(', ')}`);
  }
  return shown;
}

function differencesOf(ios: unknown, android: unknown, path: string): string[] {
  if (isObject(ios) && isObject(android)) {
    const keys = [...new Set([...Object.keys(ios), ...Object.keys(android)])];
    return keys.flatMap((key) =>
      differencesOf(ios[key], android[key], path === '' ? key : `${path}.${key}`),
    );
  }
  if (ios === android) return [];
  return [`${path}: ${show(ios)} on ios, ${show(android)} on android`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
