/** The localStorage key of the colour scheme, shared with the console so that both look the same. */
const KEY = 'console.scheme';

/** Applies the colour scheme that was chosen here or in the console; the system's by default. */
export function showKeptScheme(): void {
  try {
    document.documentElement.dataset['scheme'] = localStorage.getItem(KEY) ?? 'system';
  } catch {
    // Without localStorage the system's scheme applies.
  }
}

/** Toggles between light and dark and persists the choice. */
export function switchScheme(): void {
  const { dataset } = document.documentElement;
  const isDark =
    dataset['scheme'] === 'dark' ||
    (dataset['scheme'] !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset['scheme'] = isDark ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, dataset['scheme']);
  } catch {
    // Without localStorage the choice lasts until the page is left.
  }
}
