import { type ImportGraph, isTestCode } from './importGraph.ts';

/** Every import of test code by production code, one sentence each. */
export function testCodeViolations(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imported]) =>
    imported
      .filter(isTestCode)
      .map((target) => `${file} imports ${target}, which is there for tests alone.`),
  );
}
