import type { startTexts } from './startTexts.ts';

/** Replaces the skeleton with a message that the host could not be started, and a button to try again. */
export function showNotStarted(
  outline: Element,
  { notStarted, tryAgain }: ReturnType<typeof startTexts>,
): void {
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = notStarted;
  const again = document.createElement('button');
  again.textContent = tryAgain;
  again.addEventListener('click', () => location.reload());
  outline.removeAttribute('aria-hidden');
  outline.setAttribute('role', 'main');
  for (const outdated of outline.querySelectorAll('h1 ~ *')) outdated.remove();
  outline.append(text, again);
}
