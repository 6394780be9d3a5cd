/** A problem with the files of a mini-app, and how to fix it. */
export class ArtifactError extends Error {
  constructor(problem: string, fix: string) {
    super(`${problem}\n  ${fix}`);
    this.name = 'ArtifactError';
  }
}
