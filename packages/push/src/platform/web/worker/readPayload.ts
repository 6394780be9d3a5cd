import type { RemoteMessage } from '../../PushPlatform.types.ts';

type Fields = Record<string, unknown>;

/** Reads what a push carries, `{ id, notification, data }`; undefined when it is no push of the gateway. */
export function readPayload(text: string | undefined): RemoteMessage | undefined {
  const payload = parse(text);
  const id = payload?.['id'];
  if (!payload || typeof id !== 'string' || id === '') return undefined;
  const notification = fieldsOf(payload['notification']);
  const data = Object.entries(fieldsOf(payload['data'])).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const part = (name: string, field: string) => {
    const value = notification[field];
    return typeof value === 'string' ? { [name]: value } : {};
  };
  return {
    id,
    data: Object.fromEntries(data),
    ...part('title', 'title'),
    ...part('body', 'body'),
    ...part('imageUrl', 'image'),
    ...part('tag', 'tag'),
    ...part('category', 'click_action'),
    isShown: false,
  };
}

function parse(text: string | undefined): Fields | undefined {
  try {
    return text === undefined ? undefined : fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
