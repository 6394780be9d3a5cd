/** The address of the folder that a file is in, with the slash at its end. */
export function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1);
}
