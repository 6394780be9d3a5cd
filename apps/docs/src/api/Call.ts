/** A request to the API. */
export interface Call {
  method: string;
  /** The path with the query, relative to the origin. */
  address: string;
  headers: Record<string, string>;
  body: string | File | undefined;
}

/** The call as a curl command. The token is read from a variable, to keep it out of the shell's history. */
export function curlOf({ method, address, headers, body }: Call, origin: string): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quote(origin + address)}`];
  for (const [name, value] of Object.entries(headers)) {
    lines.push(
      name === 'Authorization'
        ? '-H "Authorization: Bearer $TOKEN"'
        : `-H ${quote(`${name}: ${value}`)}`,
    );
  }
  if (typeof body === 'string') lines.push(`--data ${quote(body)}`);
  else if (body) lines.push(`--data-binary ${quote(`@${body.name}`)}`);
  return lines.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
