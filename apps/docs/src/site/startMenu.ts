/** Opens and closes the menu on narrow windows, where it is not beside the text. */
export function startMenu(): void {
  const button = document.getElementById('menu-button');
  const menu = document.getElementById('menu');
  if (!button || !menu) return;
  const show = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('menu-open', isOpen);
  };
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    show(false);
    button.focus();
  });
  // Scrolls the current entry into view inside the menu, without scrolling the page.
  const current = menu.querySelector<HTMLElement>('[aria-current]');
  if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}
