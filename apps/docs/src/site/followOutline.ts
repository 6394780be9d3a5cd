/** Highlights the current section in the outline. */
export function followOutline(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.outline a')];
  if (links.length === 0) return;
  const headings = links.map((link) =>
    document.getElementById(decodeURIComponent(link.hash.slice(1))),
  );
  const mark = () => {
    const line = innerHeight / 4;
    const passed = headings.filter((each) => each && each.getBoundingClientRect().top < line);
    const current = Math.max(0, passed.length - 1);
    for (const [index, link] of links.entries()) {
      if (index === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}
