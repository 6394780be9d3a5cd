/** The id of a mini-app's own category: it has none of the host's, and so none of the host's buttons. */
export function miniAppCategory(appId: string, category: string): string {
  const prefix = `${appId}/`;
  return category.startsWith(prefix) ? category : prefix + category;
}
