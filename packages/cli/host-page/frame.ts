import type { AuthStatus } from '@host/miniapp-sdk/host';

import { describeCall } from './describeCall.ts';
import type {
  BuildEvent,
  ExplainedError,
  FromHost,
  ProjectInfo,
  Theme,
  ToHost,
} from './messages.types.ts';

/** The state of the controls. */
interface Kept {
  theme: Theme;
  person: AuthStatus;
}

const screen = find('#screen') as HTMLIFrameElement;
const status = find('#status');
const overlay = find('#overlay');
const person = find('#person') as HTMLSelectElement;
const themeButtons = document.querySelectorAll<HTMLButtonElement>('[data-theme]');

/** Whether the mini-app is running without an error, so that a hot update is possible instead of a restart. */
let isShown = false;
/** Whether an error has unmounted it, which the overlay shows. */
let isGone = false;

const kept: Kept = { theme: 'light', person: 'granted', ...readKept() };

showControls();
void showProject();
listen();

function open(): void {
  isShown = false;
  const query = new URLSearchParams({ theme: kept.theme, person: kept.person });
  screen.src = `/page/host.html?${query}`;
}

for (const button of themeButtons) {
  button.addEventListener('click', () => {
    kept.theme = button.dataset['theme'] as Theme;
    tellHost({ type: 'theme', theme: kept.theme });
    keep();
  });
}
person.addEventListener('change', () => {
  kept.person = person.value as AuthStatus;
  tellHost({ type: 'auth', status: kept.person });
  keep();
});
find('#reload').addEventListener('click', open);

addEventListener('message', ({ source, origin, data }: MessageEvent<FromHost>) => {
  if (source !== screen.contentWindow || origin !== location.origin) return;
  if (data.type === 'calls') showCalls(data.calls);
  if (data.type === 'shown') {
    // It has started, so an earlier error is obsolete.
    if (isGone) overlay.hidden = true;
    isShown = true;
    isGone = false;
  }
  if (data.type === 'outdated') startAnew(data.problem);
  if (data.type === 'failed') {
    isShown &&= !data.isGone;
    isGone ||= data.isGone;
    showError(data.error);
  }
  if (data.type === 'auth') {
    kept.person = data.status;
    keep();
  }
});

/** Live reload: the server sends an event for every build, and one with the current state when the page connects. */
function listen(): void {
  const events = new EventSource('/events');
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as BuildEvent;
    if (event.type === 'building') showStatus('building', 'Building…');
    if (event.type === 'built') {
      showStatus('ready', `Built in ${(event.milliseconds / 1000).toFixed(1)} s`);
      overlay.hidden = true;
      isGone = false;
      if (isShown) tellHost({ type: 'update', hash: event.hash });
      else open();
    }
    if (event.type === 'changed') void showProject().then(open);
    if (event.type === 'failed') {
      showStatus('failed', 'Build failed');
      showOverlay('The build failed', event.text, 'Save the correction: this goes away by itself.');
    }
  });
  events.addEventListener('error', () => showStatus('failed', 'The dev server is gone'));
}

async function showProject(): Promise<void> {
  const { manifest, addresses } = (await (await fetch('/project.json')).json()) as ProjectInfo;
  document.title = manifest.name;
  find('#name').textContent = manifest.name;
  find('#identity').textContent = `${manifest.appId} ${manifest.version}`;
  find('#addresses').replaceChildren(...addresses.map((address) => row(address)));
}

function showStatus(state: string, text: string): void {
  status.dataset['state'] = state;
  status.textContent = text;
}

/** Restarts the mini-app after a change that no hot update can apply, and says why, since its state is lost. */
function startAnew(problem: string): void {
  showStatus('ready', `Started anew: ${problem}`);
  open();
}

function showError({ title, message, at, frame, stack }: ExplainedError): void {
  const text = [message, at && `at ${at}`, frame, stack].filter(Boolean).join('\n\n');
  showOverlay(title, text, 'Save the correction: this goes away by itself.');
}

function showOverlay(title: string, message: string, hint: string): void {
  find('#overlay h2').textContent = title;
  find('#overlay pre').textContent = message;
  find('#overlay p').textContent = hint;
  overlay.hidden = false;
}

function showCalls(calls: readonly object[]): void {
  const rows = calls.map((call) => {
    const { text, outcome, isFailed } = describeCall(call as Record<string, unknown>);
    const item = row(text);
    if (outcome === undefined) return item;
    const mark = document.createElement('span');
    mark.className = 'outcome';
    mark.textContent = outcome;
    if (isFailed) mark.dataset['failed'] = '';
    item.append(mark);
    return item;
  });
  find('#calls').replaceChildren(...rows.toReversed());
}

function row(text: string): HTMLLIElement {
  const item = document.createElement('li');
  item.append(text);
  return item;
}

function showControls(): void {
  for (const button of themeButtons) {
    button.setAttribute('aria-pressed', String(button.dataset['theme'] === kept.theme));
  }
  person.value = kept.person;
}

function tellHost(message: ToHost): void {
  screen.contentWindow?.postMessage(message, location.origin);
}

/** Saves the state of the controls for the next reload. */
function keep(): void {
  localStorage.setItem('miniapp-start', JSON.stringify(kept));
  showControls();
}

function readKept(): Partial<Kept> {
  return JSON.parse(localStorage.getItem('miniapp-start') ?? '{}') as Partial<Kept>;
}

function find(selector: string): HTMLElement {
  return document.querySelector<HTMLElement>(selector)!;
}
