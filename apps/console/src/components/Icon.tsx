import type { ReactNode } from 'react';

import styles from './Icon.module.css';

const SHAPES = {
  overview: <path d="M3 12l9-8 9 8M6 10v10h12V10" />,
  apps: <path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" />,
  send: <path d="M4 12l16-8-6 16-3-6zM11 14l9-10" />,
  messages: <path d="M4 5h16v12H9l-5 4z" />,
  devices: <path d="M7 3h10v18H7zM11 18h2" />,
  topics: <path d="M5 9h14M5 15h14M10 4L8 20M16 4l-2 16" />,
  crash: <path d="M12 4l9 16H3zM12 10v4M12 17v.5" />,
  review: <path d="M5 3h14v18H5zM9 12l2 2 4-5" />,
  key: <path d="M14 10a4 4 0 1 0-3 3.9L13 16h2v2h2v2h3v-3l-6.1-6.1zM9 9v.5" />,
  audit: <path d="M6 3h9l4 4v14H6zM9 11h7M9 15h7M14 3v5h5" />,
  system: <path d="M4 5h16v5H4zM4 14h16v5H4zM8 7.5v.1M8 16.5v.1" />,
  people: <path d="M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 4-6 8-6s8 2 8 6" />,
  publisher: <path d="M4 21V9l8-5 8 5v12M9 21v-6h6v6" />,
  session: <path d="M3 5h18v11H3zM9 20h6M12 16v4" />,
  pulse: <path d="M3 12h4l3-8 4 16 3-8h4" />,
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  copy: <path d="M9 9h11v11H9zM15 9V4H4v11h5" />,
  check: <path d="M5 12l5 5 9-10" />,
  theme: <path d="M20 14.5A8.5 8.5 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z" />,
  leave: <path d="M14 4h5v16h-5M3 12h11M10 8l4 4-4 4" />,
  next: <path d="M9 5l7 7-7 7" />,
} satisfies Record<string, ReactNode>;

/** The name of a drawing. */
export type IconName = keyof typeof SHAPES;

/** A drawing beside words that say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {SHAPES[name]}
    </svg>
  );
}
