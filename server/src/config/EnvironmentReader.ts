const MIN_SECRET_LENGTH = 16;

/** Reads typed values from the environment and collects what is wrong instead of stopping at the first problem. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** The value, or undefined when it is unset or empty: compose files and shells set empty variables. */
  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined;
  }

  integer(name: string, range: { default: number; min: number; max: number }): number {
    const text = this.text(name);
    if (text === undefined) return range.default;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= range.min && value <= range.max) return value;
    this.#report(name, `must be a whole number from ${range.min} to ${range.max}, not "${text}"`);
    return range.default;
  }

  oneOf(name: string, choices: readonly string[], otherwise: string): string {
    const text = this.text(name);
    if (text === undefined || choices.includes(text)) return text ?? otherwise;
    this.#report(name, `must be one of ${choices.join(', ')}, not "${text}"`);
    return otherwise;
  }

  /** An http or https address, without a trailing slash. */
  address(name: string, otherwise: string): string {
    const text = this.text(name);
    if (text === undefined) return otherwise;
    const url = parseHttpUrl(text);
    if (url && !url.search && !url.hash && !hasCredentials(url))
      return text.replace(/(?<!\/)\/+$/, '');
    this.#report(
      name,
      'must be an http or https address without query, for example https://host.example',
    );
    return otherwise;
  }

  /** Origins joined by commas. */
  origins(name: string): string[] {
    const parts = (this.text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    return parts.flatMap((part) => {
      const url = parseHttpUrl(part);
      if (url && url.origin === part.replace(/\/$/, '')) return [url.origin];
      // The part before an @ may contain a password.
      const shown = part.includes('@') ? 'a part' : `"${part}"`;
      this.#report(name, `has ${shown} that is no origin such as https://cdn.example`);
      return [];
    });
  }

  secret(
    name: string,
    { required, where = '' }: { required: boolean; where?: string },
  ): string | undefined {
    const text = this.text(name);
    if (text === undefined) {
      if (required) this.#report(name, `must be set when NODE_ENV is production${where}`);
      return undefined;
    }
    if (text.length < MIN_SECRET_LENGTH || /\s/.test(text)) {
      this.#report(name, `must have at least ${MIN_SECRET_LENGTH} characters and no white space`);
    }
    return text;
  }

  check(name: string, problemOf: (text: string) => string | undefined): string | undefined {
    const text = this.text(name);
    const problem = text === undefined ? undefined : problemOf(text);
    if (problem) this.#report(name, problem);
    return text;
  }

  /** Reports whichever of two variables is missing while the other one is set. */
  requireBoth(name: string, other: string): void {
    const [isSet, isOtherSet] = [name, other].map((each) => this.text(each) !== undefined);
    if (isSet && !isOtherSet) this.#report(other, `must be set together with ${name}`);
    if (!isSet && isOtherSet) this.#report(name, `must be set together with ${other}`);
  }

  #report(name: string, problem: string): void {
    this.problems.push(`${name} ${problem}`);
  }
}

function parseHttpUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}
