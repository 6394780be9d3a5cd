import { offer, untilShown } from './measure.ts';

let frame: HTMLIFrameElement | undefined;

offer({
  open: () =>
    untilShown(
      () => {
        frame = document.createElement('iframe');
        frame.src = '/standalone/index.html';
        document.body.append(frame);
      },
      () => frame?.contentDocument?.body?.textContent,
    ),
  async close() {
    frame?.remove();
  },
});
