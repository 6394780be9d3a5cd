/** The modules that a source text imports, exports from, or loads when it runs. */
export function importedModules(text) {
  // Statements start their line; what stands in a comment or in a text is no import.
  const statements = /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])([^'"\n]+)\1/gm;
  const calls = /(?<![\w.])(?:import|require)\(\s*(['"])([^'"\n]+)\1/g;
  return [...text.matchAll(statements), ...text.matchAll(calls)].map(([, , name]) => name ?? '');
}
