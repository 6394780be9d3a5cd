/** Whether two registry URLs differ only in the language. */
export function sameButLanguage(one: string, other: string): boolean {
  return withoutLanguage(one) === withoutLanguage(other);
}

function withoutLanguage(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('language');
  url.searchParams.sort();
  return url.href;
}
