import { Suspense, useEffect, useMemo, useRef, useState } from 'react';

import { useStore } from '../common/useStore.ts';
import { Button } from '../components/Button.tsx';
import { Empty } from '../components/Empty.tsx';
import { Icon } from '../components/Icon.tsx';
import { Link } from '../components/Link.tsx';
import { Loading } from '../components/Loading.tsx';
import { Panel } from '../components/Panel.tsx';
import { type Shortcuts, createShortcuts } from '../keyboard/createShortcuts.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useSession } from '../session/SessionContext.ts';
import { Brand } from './Brand.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { LostConnection } from './LostConnection.tsx';
import { SideBar } from './SideBar.tsx';
import styles from './Shell.module.css';
import { loadScreensAhead, screenOf } from './screens.tsx';
import { hrefOfSection, sectionsFor } from './sections.ts';

/** What is around every screen: the navigation, the way to anything by name, and the keys. */
export function Shell() {
  const { navigation } = useServices();
  const session = useSession();
  const place = useStore(navigation.place);
  const sections = useMemo(() => sectionsFor(session), [session]);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);

  useShortcuts(
    useMemo(
      () => ({
        '/': () => setPaletteOpen(true),
        'mod+k': () => setPaletteOpen(true),
        ...Object.fromEntries(
          sections.map((section) => [
            `g ${section.key}`,
            () => navigation.go(hrefOfSection(section)),
          ]),
        ),
      }),
      [sections, navigation],
    ),
  );

  useEffect(loadScreensAhead, []);

  const shown = useRef(place.path);
  useEffect(() => {
    if (shown.current === place.path) return;
    shown.current = place.path;
    // Who goes on by the keyboard, or listens, is at the top of the new screen.
    const heading = main.current?.querySelector<HTMLElement>('h1');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [place.path]);

  const [home] = sections;
  const Screen = screenOf(place.match?.name);
  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <header className={styles.top}>
        <button
          type="button"
          className={styles.menu}
          aria-expanded={isMenuOpen}
          aria-label="Menu"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name={isMenuOpen ? 'close' : 'menu'} />
        </button>
        <Link className={styles.home} href={home ? hrefOfSection(home) : '/console/'}>
          <Brand />
        </Link>
        <Button
          className={styles.search}
          aria-label="Search or jump to"
          aria-keyshortcuts="/"
          onClick={() => setPaletteOpen(true)}
        >
          <Icon name="search" />
          <span className={styles.searchWords}>Search or jump to…</span>
          <kbd>/</kbd>
        </Button>
      </header>
      <SideBar
        sections={sections}
        current={place.match?.name}
        isOpen={isMenuOpen}
        onLeave={() => setMenuOpen(false)}
      />
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        <LostConnection />
        <ScreenBoundary key={place.path}>
          <Suspense fallback={<Loading what="the screen" />}>
            {!home && <NothingToSee />}
            {home && Screen && place.match && <Screen params={place.match.params} />}
            {home && !Screen && <NotFound />}
          </Suspense>
        </ScreenBoundary>
      </main>
      {isPaletteOpen && (
        <CommandPalette sections={sections} onClose={() => setPaletteOpen(false)} />
      )}
    </div>
  );
}

function NotFound() {
  return (
    <Panel>
      <Empty title="There is nothing at this address">
        Press <kbd>/</kbd> to find what you are looking for.
      </Empty>
    </Panel>
  );
}

function NothingToSee() {
  return (
    <Panel>
      <Empty title="There is nothing here for you">
        Your token has no scope that shows anything. Ask an operator for one with `read`.
      </Empty>
    </Panel>
  );
}

/** Listens to keys as long as no dialog is open and nobody types. */
function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    const press = createShortcuts(shortcuts);
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTyping =
        (target instanceof HTMLElement && target.closest('input, textarea, select') !== null) ||
        document.querySelector('dialog[open]') !== null;
      if (press({ key, ctrlKey, metaKey, altKey, isTyping })) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [shortcuts]);
}
