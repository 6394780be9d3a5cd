/** What is wrong with the address of an issuer. It is kept as it is written: tokens name their issuer by the very same text. */
export function issuerProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password;
  const isLocal =
    url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (isPlain && (url.protocol === 'https:' || isLocal)) return undefined;
  return 'must be the https address that the issuer names itself, for example https://login.example';
}
