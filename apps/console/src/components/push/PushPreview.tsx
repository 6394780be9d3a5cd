import { Panel } from '../Panel.tsx';
import styles from './PushPreview.module.css';

/** What a push looks like: as a banner, on a locked screen, and in the center of the host. */
export function PushPreview({ title, body }: { title: string; body: string }) {
  const shownTitle = title.trim() || 'Title';
  return (
    <Panel title="Preview">
      <figure className={styles.device}>
        <figcaption>Banner</figcaption>
        <div className={styles.screen}>
          <div className={styles.note}>
            <span className={styles.icon} aria-hidden="true" />
            <div className={styles.words}>
              <strong>{shownTitle}</strong>
              <span className={styles.short}>{body}</span>
            </div>
            <span className={styles.when}>now</span>
          </div>
        </div>
      </figure>
      <figure className={styles.device}>
        <figcaption>Locked screen</figcaption>
        <div className={`${styles.screen} ${styles.locked}`}>
          <span className={styles.clock} aria-hidden="true">
            9:41
          </span>
          <div className={styles.note}>
            <span className={styles.icon} aria-hidden="true" />
            <div className={styles.words}>
              <strong>{shownTitle}</strong>
              <span className={styles.long}>{body}</span>
            </div>
          </div>
        </div>
      </figure>
      <figure className={styles.device}>
        <figcaption>Notification center</figcaption>
        <div className={styles.screen}>
          <div className={`${styles.note} ${styles.row}`}>
            <div className={styles.words}>
              <strong>{shownTitle}</strong>
              <span>{body}</span>
            </div>
            <span className={styles.when}>just now</span>
          </div>
        </div>
      </figure>
    </Panel>
  );
}
