// Excludes schemes that browsers or operating systems handle themselves: a notification must not trigger those.
const DEEP_LINK =
  /^(?!(?:javascript|data|vbscript|file|blob|intent|about):)([a-z][a-z0-9+.-]{0,63}):\/\/([^\s\u0000-\u001f\u007f]{1,2000})$/;

/** Splits a deep link into its scheme and route; undefined if the text is not a deep link. */
export function splitDeepLink(text: string): { scheme: string; route: string } | undefined {
  const [, scheme, route] = DEEP_LINK.exec(text) ?? [];
  return scheme && route ? { scheme, route } : undefined;
}
