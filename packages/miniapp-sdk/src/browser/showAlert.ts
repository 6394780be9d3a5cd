/** A button of React Native's `Alert.alert`. */
export interface AlertButton {
  text?: string;
  onPress?: (value?: string) => void;
  style?: 'default' | 'cancel' | 'destructive';
  isPreferred?: boolean;
}

export interface AlertOptions {
  /** Whether Escape dismisses it. */
  cancelable?: boolean;
  onDismiss?: () => void;
}

const FONT = '16px/1.4 system-ui, sans-serif';

/**
 * React Native's `Alert.alert` in a browser, where it is empty: a dialog of the page itself. A frame may not show those of
 * the browser.
 */
export function showAlert(
  title: string,
  message?: string,
  buttons: AlertButton[] = [],
  { cancelable = false, onDismiss }: AlertOptions = {},
): void {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('role', 'alertdialog');
  dialog.setAttribute('aria-label', title);
  Object.assign(dialog.style, {
    font: FONT,
    colorScheme: 'light dark',
    maxWidth: 'min(340px, 80vw)',
    padding: '20px',
    border: '0',
    borderRadius: '14px',
    boxShadow: '0 12px 40px rgba(0, 0, 0, 0.3)',
  });
  dialog.append(paragraph(title, { fontWeight: '600' }));
  if (message) dialog.append(paragraph(message, { marginTop: '6px' }));

  const row = document.createElement('div');
  const isLong = buttons.length > 2;
  Object.assign(row.style, {
    display: 'flex',
    flexDirection: isLong ? 'column' : 'row',
    justifyContent: 'flex-end',
    gap: '8px',
    marginTop: '18px',
  });
  const shown: readonly AlertButton[] = buttons.length > 0 ? buttons : [{ text: 'OK' }];
  for (const button of shown) {
    row.append(
      buttonOf(button, () => {
        close();
        button.onPress?.();
      }),
    );
  }
  dialog.append(row);

  const close = () => {
    dialog.close();
    dialog.remove();
  };
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    const cancel = shown.find(({ style }) => style === 'cancel');
    if (!cancelable && !cancel) return;
    close();
    if (cancel) cancel.onPress?.();
    else onDismiss?.();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function paragraph(text: string, style: Record<string, string>): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  Object.assign(element.style, { margin: '0', whiteSpace: 'pre-wrap', ...style });
  return element;
}

function buttonOf({ text = 'OK', style, isPreferred }: AlertButton, onPress: () => void) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.autofocus = isPreferred ?? false;
  Object.assign(element.style, {
    font: FONT,
    minHeight: '44px',
    padding: '0 14px',
    border: '0',
    borderRadius: '9px',
    background: 'transparent',
    color:
      style === 'destructive' ? 'light-dark(#b3261e, #ffb4ab)' : 'light-dark(#2457d6, #8fb0ff)',
    fontWeight: style === 'cancel' ? '400' : '600',
    cursor: 'pointer',
  });
  element.addEventListener('click', onPress);
  return element;
}
