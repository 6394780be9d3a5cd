/** The modules that a source text imports, re-exports from, or imports dynamically. */
export function importedModules(text) {
  // Statements start their line, which excludes imports in comments and strings.
  const statements = /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])([^'"\n]+)\1/gm;
  const calls = /(?<![\w.])(?:import|require)\(\s*(['"])([^'"\n]+)\1/g;
  return [...text.matchAll(statements), ...text.matchAll(calls)].map(([, , name]) => name ?? '');
}
