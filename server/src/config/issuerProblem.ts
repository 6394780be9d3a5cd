/** What is wrong with an issuer address. It is kept exactly as written, since the `iss` claim of tokens must equal it. */
export function issuerProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password;
  const isLocal =
    url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (isPlain && (url.protocol === 'https:' || isLocal)) return undefined;
  return 'must be the https address that the issuer names itself, for example https://login.example';
}
