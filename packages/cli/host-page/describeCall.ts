/** A call of the mini-app to its host, in a line: `GET /orders/items` and `200`. */
export function describeCall(call: Record<string, unknown>): {
  text: string;
  outcome?: string;
  isFailed?: boolean;
} {
  switch (call['service']) {
    case 'api': {
      const status = Number(call['status']);
      return {
        text: `${String(call['method'])} ${String(call['path'])}`,
        outcome: status === 404 ? '404, not in fixtures.json' : String(status),
        isFailed: status >= 400,
      };
    }
    case 'analytics':
      return { text: `analytics.${String(call['kind'])}(${quoted(call['name'])})` };
    case 'storage':
      return { text: `storage.${String(call['operation'])}(${quoted(call['key'])})` };
    case 'auth':
      return { text: `${String(call['operation'])}()` };
    default: {
      const subject = call['topic'] ?? call['id'];
      return {
        text: `${String(call['service'])}.${String(call['operation'])}(${quoted(subject)})`,
      };
    }
  }
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : '';
}
