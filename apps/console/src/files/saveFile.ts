/** Has the browser save a file, as if somebody had followed a link to it. */
export function saveFile(name: string, parts: string[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A browser reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
