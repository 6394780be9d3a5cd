import type { Finding } from '../Finding.types.ts';

/** Merges findings that occur on both platforms, or on both engines, into one without them. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.code}\n${finding.message}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].map((all) => {
    const { platform, engine, ...rest } = all[0]!;
    const differ = (key: 'platform' | 'engine') => all.some((one) => one[key] !== all[0]![key]);
    return {
      ...rest,
      ...(platform && !differ('platform') && { platform }),
      ...(engine && !differ('engine') && { engine }),
    };
  });
}
