import { useStore } from '../common/useStore.ts';
import { useServices } from '../services/ServicesContext.ts';
import { Icon } from './Icon.tsx';
import styles from './ToastArea.module.css';
import { classes } from './classes.ts';

/** What was just done or failed; read out as it comes. */
export function ToastArea() {
  const { toasts } = useServices();
  const shown = useStore(toasts.shown);
  return (
    <div className={styles.area} role="status" aria-live="polite">
      {shown.map(({ id, text, tone }) => (
        <div key={id} className={classes(styles.toast, tone === 'bad' && styles.bad)}>
          <span>{text}</span>
          <button type="button" aria-label="Dismiss" onClick={() => toasts.close(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
