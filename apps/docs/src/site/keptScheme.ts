/** Where the choice between light and dark is kept: where the console keeps it, so that both look the same. */
const KEY = 'console.scheme';

/** Shows the page in light or dark, as chosen here or in the console; otherwise as the system has it. */
export function showKeptScheme(): void {
  try {
    document.documentElement.dataset['scheme'] = localStorage.getItem(KEY) ?? 'system';
  } catch {
    // A browser that keeps nothing shows what the system has.
  }
}

/** Shows the other one of light and dark, and keeps that. */
export function switchScheme(): void {
  const { dataset } = document.documentElement;
  const isDark =
    dataset['scheme'] === 'dark' ||
    (dataset['scheme'] !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset['scheme'] = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, dataset['scheme']);
  } catch {
    // It is shown until the page is left.
  }
}
