import { useState } from 'react';

import { Button } from './Button.tsx';
import styles from './CopyText.module.css';
import { Icon } from './Icon.tsx';

/** A text that is needed elsewhere, with a button that copies it. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div className={styles.row}>
      <code className={styles.text}>{text}</code>
      <Button onClick={() => void copy()} aria-label={copied ? 'Copied' : `Copy ${label}`}>
        <Icon name={copied ? 'check' : 'copy'} />
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
