/** Whether a text is a tag of a language, like `zh-Hans`. */
export function isTag(text: string): boolean {
  try {
    Intl.getCanonicalLocales(text);
    return true;
  } catch {
    return false;
  }
}
