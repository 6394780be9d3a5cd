/** A mistake in a mini-app's project: what is wrong, and how to fix it. It is shown without a stack. */
export class ProjectError extends Error {
  readonly fix: string;

  constructor(problem: string, fix: string) {
    super(`${problem}\n  ${fix}`);
    this.name = 'ProjectError';
    this.fix = fix;
    // Bundlers print the stack of an error in a config, which would only hide the message.
    this.stack = `${this.name}: ${this.message}`;
  }
}
