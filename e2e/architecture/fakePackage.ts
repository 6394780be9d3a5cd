import type { WorkspacePackage } from './WorkspacePackage.ts';

/** A package for tests of the rules, named after its folder. */
export function fakePackage(
  folder: string,
  dependencies: Partial<WorkspacePackage['dependencies']> = {},
  sources: WorkspacePackage['sources'] = [],
): WorkspacePackage {
  const name = `@host/${folder.replace(/^.*\//, '')}`;
  const none = { dependencies: [], devDependencies: [], peerDependencies: [] };
  return { folder, name, dependencies: { ...none, ...dependencies }, sources };
}
