/** `process.env.NAME`, `process.env['NAME']`, `const { NAME } = process.env`, or the whole of it. */
const READ = /process\.env(?:\?)?(?:\.(\w+)|\[\s*(['"`])(\w+)\2\s*\])?/g;
const TAKEN_APART = /\{([^{}]*)\}\s*=\s*process\.env\b(?!\s*[.[])/g;

/**
 * The environment variables that source files read, with their values. If a file passes the environment on as a whole, that
 * is all of it.
 */
export function environmentOf(
  sources: Iterable<string>,
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string | undefined> {
  const names = new Set<string>();
  for (const source of sources) {
    const rest = source.replaceAll(TAKEN_APART, (_, inside: string) => {
      if (inside.includes('...')) return 'process.env';
      for (const part of inside.split(',')) names.add(part.split(/[:=]/)[0]!.trim());
      return '';
    });
    for (const [, property, , quoted] of rest.matchAll(READ)) {
      const name = property ?? quoted;
      if (name !== undefined) names.add(name);
      else for (const every of Object.keys(environment)) names.add(every);
    }
  }
  names.delete('');
  return Object.fromEntries([...names].toSorted().map((name) => [name, environment[name]]));
}
