import { type ImportGraph, isTestCode } from './importGraph.ts';

/** Every import of what serves tests by a file that is no test, one sentence each. */
export function testCodeViolations(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imported]) =>
    imported
      .filter(isTestCode)
      .map((target) => `${file} imports ${target}, which is there for tests alone.`),
  );
}
