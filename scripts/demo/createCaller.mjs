/**
 * Creates a client of a server's API. `from` is the number of the network that the request appears to come from; `as` is the
 * value of the `Authorization` header.
 * @param {string} url
 */
export function createCaller(url) {
  return async function call(method, path, { body, as, from = 0, headers } = {}) {
    const isBinary = body instanceof Uint8Array;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && {
          'content-type': isBinary ? 'application/octet-stream' : 'application/json',
        }),
        ...(as !== undefined && { authorization: as }),
        'x-forwarded-for': addressIn(from),
        ...headers,
      },
      ...(body !== undefined && { body: isBinary ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** Runs several at a time: the server commits concurrent requests in one transaction. */
export async function inParallel(items, work, most = 24) {
  const rest = items.entries();
  const take = async () => {
    for (const [index, item] of rest) await work(item, index);
  };
  await Promise.all(Array.from({ length: most }, take));
}

/** An IP address in the network of that number. */
function addressIn(network) {
  return `100.${64 + (network >> 8)}.${network & 255}.7`;
}
