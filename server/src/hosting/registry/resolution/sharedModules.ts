import semver from 'semver';

/** Shared modules that a host provides, from `react@19.2.3,@host/kit@1.0.0`. */
export function parseShared(text: string): Map<string, string> {
  return new Map(
    text.split(',').map((part) => {
      const at = part.lastIndexOf('@');
      return [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}

/** The required ranges that a host does not satisfy: `react@^20.0.0 (the host has 19.2.3)`. */
export function unsatisfiedRanges(
  needed: Record<string, string>,
  provided: Map<string, string>,
): string[] {
  return Object.entries(needed).flatMap(([name, range]) => {
    const version = provided.get(name);
    if (version && semver.satisfies(version, range, { includePrerelease: true })) return [];
    return [`${name}@${range} (the host has ${version ?? 'none'})`];
  });
}
