/** The parts of the OpenAPI description that all routes of the registry's admin API share. */
export function registryRoute(summary: string, description: string) {
  return { tags: ['registry'], security: [{ token: [] }], summary, description };
}
