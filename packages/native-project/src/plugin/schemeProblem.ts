const SCHEME = /^[a-z][a-z0-9+.-]*$/;
/** Schemes of systems, browsers and stores: an app that claims one of these would get links of others. */
const TAKEN = new Set(
  'about android-app app-settings blob chrome content data facetime facetime-audio file filesystem ftp ftps geo http https imap intent itms itms-apps itms-appss itms-services javascript mailto maps market mms mmsto package prefs sip sips sms smsto ssh tel telprompt vbscript view-source webcal ws wss'.split(
    ' ',
  ),
);

/** What is wrong with the scheme of an app's deep links, as a sentence; undefined if it is valid. */
export function schemeProblem(scheme: unknown): string | undefined {
  if (typeof scheme !== 'string' || !SCHEME.test(scheme)) {
    return `is ${JSON.stringify(scheme)}, expected small letters, digits, "+", "." and "-" after a letter, like acme`;
  }
  if (!TAKEN.has(scheme)) return undefined;
  return `is ${scheme}, which is not an app's own: every phone has another use for it. Choose one like acme`;
}
