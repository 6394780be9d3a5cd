/** What the description of every route of the registry's admin API has. */
export function registryRoute(summary: string, description: string) {
  return { tags: ['registry'], security: [{ token: [] }], summary, description };
}
