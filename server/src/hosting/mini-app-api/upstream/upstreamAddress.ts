import { ApiError } from '../../../errors/ApiError.ts';

/** Where a request under a mini-app's path leads: the same rest of the path, and the same query, below the upstream. */
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

// Also in its encoded forms: what is text to us may be a folder to the upstream.
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
