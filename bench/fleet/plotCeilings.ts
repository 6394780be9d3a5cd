import { type Fit, ceilingOf } from './ceilings.ts';

const SIZE = { width: 720, height: 400 };
const AREA = { left: 84, right: 560, top: 28, bottom: 340 };
const MOST_NODES = 64;
const TICKS = [1, 2, 4, 8, 16, 32, 64];
const COLOURS = ['#1f6feb', '#bf5700'];
const STEPS = 60;

/** A load, its measurements, and their fit. */
interface Plotted {
  name: string;
  fit: Fit;
  measured: readonly { nodes: number; perSecond: number }[];
}

/** An SVG chart of the throughput by number of nodes: measured points, and a dashed extrapolation. */
export function plotCeilings(loads: readonly Plotted[]): string {
  const most = Math.max(...loads.map(({ fit }) => ceilingOf(fit, MOST_NODES).perSecond));
  const step = niceStep(most / 4);
  const top = Math.ceil(most / step) * step;
  const x = (nodes: number) =>
    AREA.left + (Math.log2(nodes) / Math.log2(MOST_NODES)) * (AREA.right - AREA.left);
  const y = (perSecond: number) => AREA.bottom - (perSecond / top) * (AREA.bottom - AREA.top);
  const grid = Array.from({ length: top / step + 1 }, (_, index) => index * step).map(
    (value) =>
      `<path d="M${AREA.left} ${n(y(value))}H${AREA.right}" stroke="#d0d7de"/>` +
      text(AREA.left - 8, y(value) + 4, value.toLocaleString('en'), 'end'),
  );
  const ticks = TICKS.map((nodes) => text(x(nodes), AREA.bottom + 20, String(nodes), 'middle'));
  const drawn = loads.map(({ name, fit, measured }, index) => {
    const colour = COLOURS[index % COLOURS.length]!;
    const last = Math.max(...measured.map(({ nodes }) => nodes));
    const line = (from: number, to: number, dashes: string) => {
      const points = Array.from({ length: STEPS + 1 }, (_, at) => {
        const nodes = from * (to / from) ** (at / STEPS);
        return `${n(x(nodes))} ${n(y(ceilingOf(fit, nodes).perSecond))}`;
      });
      return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>`;
    };
    const dots = measured.map(
      ({ nodes, perSecond }) =>
        `<circle cx="${n(x(nodes))}" cy="${n(y(perSecond))}" r="4" fill="${colour}"/>`,
    );
    const end = ceilingOf(fit, MOST_NODES).perSecond;
    return [
      line(1, last, ''),
      line(last, MOST_NODES, ' stroke-dasharray="5 5"'),
      ...dots,
      text(AREA.right + 10, y(end) + 4, name, 'start', colour),
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="sans-serif" font-size="13">
<title>Messages a second by nodes: measured up to 4, an extrapolation beyond</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${[...grid, ...ticks, ...drawn].join('\n')}
${text((AREA.left + AREA.right) / 2, SIZE.height - 16, 'nodes of one core each', 'middle')}
${text(AREA.left, 16, 'messages a second at most; dashed: extrapolated', 'start')}
</svg>
`;
}

function text(x: number, y: number, words: string, anchor: string, colour = '#1f2328'): string {
  return `<text x="${n(x)}" y="${n(y)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`;
}

const n = (value: number) => String(Math.round(value * 10) / 10);

/** The next step of the form 1, 2 or 5 times a power of ten. */
function niceStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((each) => each * ten).find((each) => each >= least)!;
}
