/** The title for notifications that the operating system shows, which starts with the name of the mini-app. */
export function titleWithApp(name: string, title: string | undefined): string {
  return title === undefined ? name : `${name}: ${title}`;
}

/** The title as it was sent, for hosts that show the name of the mini-app separately. */
export function titleWithoutApp(name: string, title: string): string | undefined {
  if (title === name) return undefined;
  return title.startsWith(`${name}: `) ? title.slice(name.length + 2) : title;
}
