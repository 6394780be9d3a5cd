import { type Shape, arc, box, circle, dot, lens, path } from './shapes.ts';

/** Every icon, by name. `start` and `end` turn round where writing goes from right to left. */
export const icons = {
  'arrow-end': [...path([5, 12], [19, 12]), ...path([13, 6], [19, 12], [13, 18])],
  'arrow-start': [...path([19, 12], [5, 12]), ...path([11, 6], [5, 12], [11, 18])],
  'chevron-down': path([6, 9], [12, 15], [18, 9]),
  'chevron-end': path([9, 6], [15, 12], [9, 18]),
  'chevron-start': path([15, 6], [9, 12], [15, 18]),
  'chevron-up': path([6, 15], [12, 9], [18, 15]),
  'eye-off': [...lens([12, 12], 14.5), ...circle([12, 12], 3), ...path([4, 20], [20, 4])],
  bag: [
    ...box([4, 8], [16, 13], [2, 2, 4, 4]),
    ...box([8, 3], [8, 8], [4, 4, 0, 0], { isOpenBelow: true }),
  ],
  bell: [
    ...box([6, 3], [12, 14], [6, 6, 0, 0], { isOpenBelow: true }),
    ...path([4, 17], [20, 17]),
    ...path([10.5, 20.5], [13.5, 20.5]),
  ],
  calendar: [
    ...box([3, 5], [18, 16], 3),
    ...path([4, 10], [20, 10]),
    ...path([8, 3], [8, 6]),
    ...path([16, 3], [16, 6]),
  ],
  card: [...box([2, 5], [20, 14], 3), ...path([3, 10], [21, 10]), ...path([6, 15], [10, 15])],
  check: path([5, 12.5], [10, 17.5], [19, 7]),
  clock: [...circle([12, 12], 9.5), ...path([12, 7], [12, 12], [15.5, 14])],
  close: [...path([6, 6], [18, 18]), ...path([18, 6], [6, 18])],
  download: [
    ...path([12, 4], [12, 15]),
    ...path([7, 10], [12, 15], [17, 10]),
    ...path([5, 20], [19, 20]),
  ],
  edit: [...path([5, 19], [6, 15], [16, 5], [19, 8], [9, 18], [5, 19]), ...path([13, 8], [16, 11])],
  error: [...circle([12, 12], 9.5), ...path([12, 7], [12, 12.5]), ...dot([12, 16.5])],
  eye: [...lens([12, 12], 14.5), ...circle([12, 12], 3)],
  home: [
    ...path([3, 11.5], [12, 4], [21, 11.5]),
    ...path([6, 10], [6, 20], [18, 20], [18, 10]),
    ...path([12, 20], [12, 15]),
  ],
  inbox: [
    ...box([3, 4], [18, 16], 3),
    ...path([4, 13], [8, 13], [9.5, 16], [14.5, 16], [16, 13], [20, 13]),
  ],
  info: [...circle([12, 12], 9.5), ...path([12, 11.5], [12, 17]), ...dot([12, 7.5])],
  lock: [
    ...box([5, 11], [14, 10], 3),
    ...box([8, 3], [8, 9], [4, 4, 0, 0], { isOpenBelow: true }),
    ...dot([12, 16]),
  ],
  mail: [...box([3, 5], [18, 14], 3), ...path([4, 7.5], [12, 13], [20, 7.5])],
  menu: [...path([4, 7], [20, 7]), ...path([4, 12], [20, 12]), ...path([4, 17], [20, 17])],
  minus: path([5, 12], [19, 12]),
  more: [...dot([5, 12], 1.7), ...dot([12, 12], 1.7), ...dot([19, 12], 1.7)],
  person: [
    ...circle([12, 8], 4.5),
    ...box([4, 14.5], [16, 8], [7, 7, 0, 0], { isOpenBelow: true }),
  ],
  plus: [...path([5, 12], [19, 12]), ...path([12, 5], [12, 19])],
  refresh: [...arc([12, 12], 8, [true, false, true, true]), ...path([19, 4.5], [18.5, 9], [14, 8])],
  search: [...circle([10.5, 10.5], 7), ...path([15.8, 15.8], [20.5, 20.5])],
  settings: [
    ...path([4, 8], [11, 8]),
    ...path([18, 8], [20, 8]),
    ...circle([14.5, 8], 3),
    ...path([4, 16], [6, 16]),
    ...path([13, 16], [20, 16]),
    ...circle([9.5, 16], 3),
  ],
  share: [
    ...path([12, 15], [12, 4]),
    ...path([8, 8], [12, 4], [16, 8]),
    ...path([5, 12], [5, 20], [19, 20], [19, 12]),
  ],
  star: path(
    [12, 3],
    [14.7, 8.8],
    [21, 9.5],
    [16.3, 13.8],
    [17.6, 20.1],
    [12, 17],
    [6.4, 20.1],
    [7.7, 13.8],
    [3, 9.5],
    [9.3, 8.8],
    [12, 3],
  ),
  success: [...circle([12, 12], 9.5), ...path([7.5, 12.5], [10.7, 15.5], [16.5, 9])],
  trash: [
    ...path([4, 7], [20, 7]),
    ...path([6, 7], [7, 20], [17, 20], [18, 7]),
    ...path([9, 7], [9, 4], [15, 4], [15, 7]),
  ],
  warning: [
    ...path([12, 4], [21.5, 20], [2.5, 20], [12, 4]),
    ...path([12, 10], [12, 14]),
    ...dot([12, 17]),
  ],
} satisfies Record<string, Shape[]>;

/** The name of an icon. */
export type IconName = keyof typeof icons;

/**
 * The names of all icons.
 *
 * @example
 * iconNames.map((name) => <Icon key={name} name={name} />);
 */
export const iconNames: readonly IconName[] = /* @__PURE__ */ Object.keys(icons) as IconName[];
