import { type ReactNode, createContext, useContext, useEffect, useState } from 'react';

const UnsentTextsContext = createContext<Map<string, string> | undefined>(undefined);

/**
 * Keeps what somebody wrote and did not send while they look at other screens, in memory. It is gone when they sign out; when
 * the page is left before, the browser asks.
 */
export function UnsentTexts({ children }: { children: ReactNode }) {
  const [texts] = useState(() => new Map<string, string>());
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (texts.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [texts]);
  return <UnsentTextsContext value={texts}>{children}</UnsentTextsContext>;
}

/** A state that is there again when its screen is. `name` says what it is about. */
export function useUnsentText(name: string): [text: string, setText: (text: string) => void] {
  const texts = useContext(UnsentTextsContext);
  if (!texts) throw new Error('There is no UnsentTexts around this component.');
  const [text, setText] = useState(() => texts.get(name) ?? '');
  const keep = (changed: string) => {
    if (changed === '') texts.delete(name);
    else texts.set(name, changed);
    setText(changed);
  };
  return [text, keep];
}
