/** Sends something to the dev server; resolves to its answer, or to undefined when it cannot be reached. */
export async function post<Answer>(path: string, body: object): Promise<Answer | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.ok ? ((await response.json()) as Answer) : undefined;
  } catch {
    return undefined;
  }
}
