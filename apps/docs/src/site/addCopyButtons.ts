const SHOWN_MS = 1500;

/** Adds a copy button to every code block. */
export function addCopyButtons(root: ParentNode): void {
  for (const block of root.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(block, button));
    block.append(button);
  }
}

async function copy(block: HTMLElement, button: HTMLElement): Promise<void> {
  const text = block.querySelector('pre')?.textContent ?? '';
  const said = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Not allowed',
  );
  button.textContent = said;
  setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS);
}
