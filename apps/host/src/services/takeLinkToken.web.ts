/** The secret of the link that the page was opened with. It is taken out of the address bar, where others could read it. */
export function takeLinkToken(): string | undefined {
  const [, token] = /^#(hal_[A-Za-z0-9_-]{43})$/.exec(location.hash) ?? [];
  if (token) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
