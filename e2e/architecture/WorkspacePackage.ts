export const DEPENDENCY_KINDS = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

type DependencyKind = (typeof DEPENDENCY_KINDS)[number];

/** One package of the workspace, as far as its architecture goes. */
export interface WorkspacePackage {
  /** Relative to the repository, `packages/contracts`; `.` for the repository itself. */
  folder: string;
  name: string;
  dependencies: Record<DependencyKind, string[]>;
  sources: SourceFile[];
}

/** A file of source code, its path relative to its package. */
export interface SourceFile {
  path: string;
  text: string;
}
