import { type ReactNode, useEffect, useRef } from 'react';

import styles from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** Above the title: where one came from. */
  above?: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The top of a screen; its title is that of the page, too. */
export function PageHeader({ title, above, badge, subtitle, actions }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The shell gave the focus to the place of a screen that was not there yet.
    if (document.activeElement?.id === 'main') heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {above !== undefined && <div className={styles.above}>{above}</div>}
        <div className={styles.line}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </div>
        {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
