/** The URL of the folder of a file, with a trailing slash. */
export function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1);
}
