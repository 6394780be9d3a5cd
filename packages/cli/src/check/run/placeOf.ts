/** Parses a location as a run reports it, `src/App.tsx:12:5`, to file and line. */
export function placeOf(at: string | undefined): { file: string; line: number } | undefined {
  const [, file, line] = /^(.+?):(\d+)(?::\d+)?$/.exec(at ?? '') ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}
