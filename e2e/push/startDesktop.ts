import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { interface as members, sessionBus } from '@jellybrick/dbus-next';

const TAP_AGAIN_MS = 3000;

/** A notification as a desktop shows it. */
interface DesktopNotification {
  id: number;
  title: string;
  body: string;
  /** The labels of its buttons. */
  buttons: string[];
}

/** A fake desktop on D-Bus that receives a browser's notifications and can tap them. */
export interface Desktop {
  /** The environment that a browser has to be started with. */
  env: Record<string, string>;
  shown(): DesktopNotification[];
  /** Taps a notification, or the button at a place. */
  tap(title: string, button?: number): void;
  stop(): void;
}

/** Starts it on a bus of its own. */
export async function startDesktop(daemonPath: string): Promise<Desktop> {
  const daemon = spawn(daemonPath, ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [output] = (await once(daemon.stdout, 'data')) as [Buffer];
  const address = output.toString().trim();
  return serveNotifications(address, daemon);
}

/** The desktop's part of the Desktop Notifications Specification that browsers use. */
class NotificationServer extends members.Interface {
  readonly onScreen = new Map<number, DesktopNotification>();
  #lastId = 0;

  constructor() {
    super('org.freedesktop.Notifications');
    // What is configured lies in the prototype; the library puts empty fields of the same names before it.
    for (const name of ['$methods', '$signals', '$properties']) Reflect.deleteProperty(this, name);
  }

  GetCapabilities(): string[] {
    return ['actions', 'body', 'persistence'];
  }

  GetServerInformation(): string[] {
    return ['desktop', 'test', '1', '1.2'];
  }

  Notify(_: string, replaces: number, __: string, title: string, body: string, actions: string[]) {
    const id = replaces || ++this.#lastId;
    // Pairs of a key and a label; the notification itself is `default`, what a browser adds is `settings`.
    const buttons = actions.filter(
      (_each, index) => index % 2 === 1 && /^\d+$/.test(actions[index - 1]!),
    );
    this.onScreen.set(id, { id, title, body, buttons });
    return id;
  }

  CloseNotification(id: number): void {
    if (this.onScreen.delete(id)) this.NotificationClosed(id, 3);
  }

  ActionInvoked(id: number, key: string): [number, string] {
    return [id, key];
  }

  NotificationClosed(id: number, reason: number): [number, number] {
    return [id, reason];
  }
}

NotificationServer.configureMembers({
  methods: {
    GetCapabilities: { inSignature: '', outSignature: 'as' },
    GetServerInformation: { inSignature: '', outSignature: 'ssss' },
    Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' },
    CloseNotification: { inSignature: 'u', outSignature: '' },
  },
  signals: { ActionInvoked: { signature: 'us' }, NotificationClosed: { signature: 'uu' } },
});

async function serveNotifications(address: string, daemon: ChildProcess): Promise<Desktop> {
  const bus = sessionBus({ busAddress: address });
  const server = new NotificationServer();
  bus.export('/org/freedesktop/Notifications', server);
  await bus.requestName('org.freedesktop.Notifications', 0);
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address },
    shown: () => [...server.onScreen.values()],
    tap(title, button) {
      const found = [...server.onScreen.values()].find((each) => each.title === title);
      if (!found) throw new Error(`No notification "${title}" is shown.`);
      const key = button === undefined ? 'default' : String(button);
      server.ActionInvoked(found.id, key);
      // A busy browser may hear of the tap before it knows the notification's id: a person would tap again.
      const again = setInterval(() => {
        if (server.onScreen.has(found.id)) server.ActionInvoked(found.id, key);
        else clearInterval(again);
      }, TAP_AGAIN_MS);
      again.unref();
    },
    stop() {
      bus.disconnect();
      daemon.kill();
    },
  };
}
