import { type ReactNode, useEffect } from 'react';

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
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {above !== undefined && <div className={styles.above}>{above}</div>}
        <div className={styles.line}>
          <h1>{title}</h1>
          {badge}
        </div>
        {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
