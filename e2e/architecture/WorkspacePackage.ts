export const DEPENDENCY_KINDS = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

type DependencyKind = (typeof DEPENDENCY_KINDS)[number];

/** The parts of a workspace package that the architecture rules look at. */
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
