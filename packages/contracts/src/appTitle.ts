/** The title that a system shows by itself: it says first which mini-app a notification is from. */
export function titleWithApp(name: string, title: string | undefined): string {
  return title === undefined ? name : `${name}: ${title}`;
}

/** The title as it was sent, where the app shows the name by itself. */
export function titleWithoutApp(name: string, title: string): string | undefined {
  if (title === name) return undefined;
  return title.startsWith(`${name}: `) ? title.slice(name.length + 2) : title;
}
