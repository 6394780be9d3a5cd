import type { Manifest, Permission } from '@host/contracts';

import type { Finding } from '../Finding.types.ts';
import type { SourceFiles } from '../source/SourceFiles.ts';
import { emailUses, namesEmail } from './emailUses.ts';
import { type SdkUse, sdkUses } from './sdkUses.ts';

/** Which permission each part of the SDK needs. */
const NEEDED: Readonly<Record<string, Permission>> = {
  // Builds replace it with the storage of the SDK.
  AsyncStorage: 'storage',
  storage: 'storage',
  analytics: 'analytics',
  api: 'network',
  push: 'push',
  useHostPush: 'push',
  useHostAuth: 'user',
  useHostDevice: 'device',
};

const IS_SOURCE = /\.(tsx?|jsx?|mjs)$/;
const IS_NO_PART = /(\.d\.ts|\.(test|spec)\.\w+)$|(^|\/)__tests__\//;

/** Checks that the permissions for the used parts of the SDK are declared, and that declared ones are used. */
export function checkPermissions(
  files: SourceFiles,
  paths: readonly string[],
  { permissions }: Pick<Manifest, 'permissions'>,
): Finding[] {
  const modules = paths
    .filter((path) => IS_SOURCE.test(path) && !IS_NO_PART.test(path))
    .flatMap((path) => files.module(path) ?? []);
  const firstUse = new Map<Permission, SdkUse>();
  for (const use of modules.flatMap(sdkUses)) {
    const permission = NEEDED[use.name];
    if (permission && !firstUse.has(permission)) firstUse.set(permission, use);
  }
  const [emailUse] = modules.flatMap(emailUses);
  if (emailUse && firstUse.has('user')) firstUse.set('email', emailUse);
  const undeclared = [...firstUse].filter(([permission]) => !permissions.includes(permission));
  const unused = permissions.filter((permission) =>
    permission === 'email' ? !modules.some(namesEmail) : !firstUse.has(permission),
  );
  return [
    ...undeclared.map(([permission, { name, file, line }]): Finding => ({
      check: 'permissions',
      severity: 'error',
      code: 'permission-undeclared',
      message: `\`${name}\` needs the permission "${permission}", which manifest.json does not declare.`,
      fix: `Add "${permission}" to "permissions" in manifest.json.`,
      file,
      line,
    })),
    ...unused.map((permission): Finding => ({
      check: 'permissions',
      severity: 'warning',
      code: 'permission-unused',
      message: `manifest.json declares "${permission}", and nothing uses it.`,
      fix: 'Remove it: people are asked for what a mini-app declares.',
      file: 'manifest.json',
    })),
  ];
}
