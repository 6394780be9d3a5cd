import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';

import { Icon } from '../components/Icon.tsx';
import { classes } from '../components/classes.ts';
import { type Command, findCommands } from '../keyboard/findCommands.ts';
import { hrefOf } from '../navigation/routes.ts';
import { useServices } from '../services/ServicesContext.ts';
import styles from './CommandPalette.module.css';
import { type Section, hrefOfSection } from './sections.ts';

interface CommandPaletteProps {
  sections: readonly Section[];
  onClose: () => void;
}

/** Goes anywhere by a few letters: screens, and mini-apps by name or id. */
export function CommandPalette({ sections, onClose }: CommandPaletteProps) {
  const { client, navigation, appearance } = useServices();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const wanted = useDeferredValue(text).trim();
  const dialog = useRef<HTMLDialogElement>(null);
  const apps = useQuery({
    queryKey: ['palette', 'mini-apps', wanted],
    queryFn: ({ signal }) =>
      client.listMiniPrograms({ limit: 20, q: wanted === '' ? undefined : wanted }, { signal }),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const commands: Command[] = [
    ...sections.map((section) => ({
      title: section.title,
      hint: `g ${section.key}`,
      run: () => navigation.go(hrefOfSection(section)),
    })),
    ...(apps.data?.items ?? []).map(({ appId, name }) => ({
      title: name,
      hint: appId,
      run: () => navigation.go(hrefOf('miniApp', { appId })),
    })),
    { title: 'Light colours', hint: 'Appearance', run: () => appearance.choose('light') },
    { title: 'Dark colours', hint: 'Appearance', run: () => appearance.choose('dark') },
  ];
  const found = findCommands(commands, wanted);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const current = Math.min(chosen, found.length - 1);
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search or jump to"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.field}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-results"
          aria-activedescendant={found.length > 0 ? `palette-${current}` : undefined}
          aria-label="Search or jump to"
          placeholder="A screen, or a mini-app by name or id"
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined) {
              event.preventDefault();
              setChosen((current + step + found.length) % Math.max(found.length, 1));
            } else if (event.key === 'Enter') {
              event.preventDefault();
              run(found[current]);
            }
          }}
        />
      </div>
      <ul className={styles.results} id="palette-results" role="listbox" aria-label="Results">
        {found.map((command, index) => (
          <li
            key={`${command.title} ${command.hint}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === current}
            className={classes(styles.result, index === current && styles.current)}
            onClick={() => run(command)}
            onPointerMove={() => setChosen(index)}
          >
            <span>{command.title}</span>
            <span className={styles.hint}>{command.hint}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>Nothing is called that.</p>}
    </dialog>
  );
}
