/** A mistake in a mini-app's project: what is wrong, and how to mend it. It is shown without a stack. */
export class ProjectError extends Error {
  readonly fix: string;

  constructor(problem: string, fix: string) {
    super(`${problem}\n  ${fix}`);
    this.name = 'ProjectError';
    this.fix = fix;
    // A bundler prints the stack of what a config throws; here it would only bury the message.
    this.stack = `${this.name}: ${this.message}`;
  }
}
