import { ApiError } from '../../../errors/ApiError.ts';

/** The upstream URL of a request: the upstream's own, followed by the rest of the path and the query. */
export function upstreamAddress(upstream: string, requestUrl: string): URL {
  const [path, query] = splitOnce(requestUrl, '?');
  const rest = path.split('/').slice(2);
  if (rest.some((part) => leadsElsewhere(part))) {
    throw new ApiError('invalid-path', 'No part of the path may lead to another folder.');
  }
  const url = new URL(`${upstream.replace(/(?<!\/)\/+$/, '')}/${rest.join('/')}`);
  if (query !== undefined) url.search = query;
  return url;
}

// Also in encoded form: what is one segment to us may be a path to the upstream.
function leadsElsewhere(part: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(part);
  } catch {
    return true;
  }
  return decoded === '.' || decoded === '..' || /[/\\]/.test(decoded);
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
