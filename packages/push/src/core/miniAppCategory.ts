/** The id of a mini-app's category, which cannot collide with those of the host, and so cannot use their buttons. */
export function miniAppCategory(appId: string, category: string): string {
  const prefix = `${appId}/`;
  return category.startsWith(prefix) ? category : prefix + category;
}
