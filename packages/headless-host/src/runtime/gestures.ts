import type { Clock } from './clock.ts';
import { type Fabric, type ShadowNode, isModal } from './fabric.ts';
import { isInput, isSwitch, labelsOf, matches, showMatch, textOf, visibleNodes } from './screen.ts';
import type { Seen } from './screen.ts';
import type { WireMatch } from './wire.types.ts';

/** Longer than a Pressable's delay, shorter than a long press. */
const TOUCH_MS = 150;

/** The gestures of a person on one surface. */
export function createGestures(fabric: Fabric, clock: Clock) {
  const seenOn = (rootTag: number) => visibleNodes(fabric.root(rootTag));

  return {
    /** Touches the element that shows the text or has the label. */
    async press(rootTag: number, match: WireMatch): Promise<void> {
      const target = find(seenOn(rootTag), match);
      if (!target)
        throw new Error(`Nothing shows ${showMatch(match)}, and nothing is labelled so.`);
      if (isSwitch(target)) {
        const value = target.props['value'] !== true;
        fabric.dispatch(target.handle, 'topChange', { target: target.tag, value });
        return;
      }
      const before = fabric.touchesTaken();
      touch(fabric, target, 'topTouchStart', clock.now());
      await clock.sleep(TOUCH_MS);
      touch(fabric, target, 'topTouchEnd', clock.now());
      if (fabric.touchesTaken() > before) return;
      throw new Error(
        `${showMatch(match)} is there, but nothing happens on a press: it has no onPress, or is disabled.`,
      );
    },

    /** Types into the input that has the label or placeholder; a line break at the end submits. */
    async type(rootTag: number, into: string, text: string): Promise<void> {
      const inputs = seenOn(rootTag)
        .map(({ node }) => node)
        .filter(isInput);
      const input = inputs.find((node) => labelsOf(node).includes(into));
      if (!input) throw new Error(`There is no input with the placeholder or label "${into}".`);
      if (input.props['editable'] === false)
        throw new Error(`The input "${into}" is not editable.`);
      const typed = text.replace(/\n$/, '');
      const tell = (type: string, event: object) =>
        fabric.dispatch(input.handle, type, { target: input.tag, ...event });
      tell('topFocus', {});
      tell('topChange', { text: typed, eventCount: nextCount(input) });
      await clock.sleep(1);
      if (text.endsWith('\n')) tell('topSubmitEditing', { text: typed });
      tell('topEndEditing', { text: typed });
      tell('topBlur', {});
    },

    /** Asks an open modal to close, as the back button does on android; returns whether there was one. */
    closeModal(rootTag: number): boolean {
      const modal = last(seenOn(rootTag).filter(({ node }) => isModal(node)))?.node;
      if (!modal) return false;
      fabric.dispatch(modal.handle, 'topRequestClose', { target: modal.tag });
      return true;
    },

    /** Dismisses the top screen, as swiping back does on ios; returns whether there was one below it. */
    swipeBack(rootTag: number): boolean {
      const stacks = seenOn(rootTag).filter(
        ({ node }) => node.type === 'RNSScreenStack' && node.children.length > 1,
      );
      const top = last(last(stacks)?.node.children ?? []);
      if (!top) return false;
      fabric.dispatch(top.handle, 'topDismissed', { target: top.tag, dismissCount: 1 });
      return true;
    },
  };
}

export type Gestures = ReturnType<typeof createGestures>;

// Hermes 0.12 has no `at`.
function last<Item>(items: Item[]): Item | undefined {
  return items[items.length - 1];
}

function find(seen: Seen[], match: WireMatch): ShadowNode | undefined {
  const byText = (wanted: WireMatch) =>
    seen.find((one) => {
      const text = textOf(one);
      return text !== undefined && matches(wanted, text);
    });
  const byLabel = () =>
    seen.find(({ node }) => labelsOf(node).some((label) => matches(match, label)));
  return (byText(match) ?? byLabel() ?? byText(inCapitals(match)))?.node;
}

/** Matches in capitals as well, as React Native shows a Button's title on android: one step works on both platforms. */
function inCapitals(match: WireMatch): WireMatch {
  return 'exact' in match ? { exact: match.exact.toUpperCase() } : match;
}

function touch(fabric: Fabric, { tag, handle }: ShadowNode, type: string, timestamp: number): void {
  const point = { pageX: 5, pageY: 5, locationX: 5, locationY: 5 };
  const finger = { identifier: 0, target: tag, timestamp, ...point };
  fabric.dispatch(handle, type, {
    target: tag,
    timestamp,
    touches: type === 'topTouchStart' ? [finger] : [],
    changedTouches: [finger],
  });
}

/** The next event count: inputs ignore changes with a count that they have seen. */
function nextCount(input: ShadowNode): number {
  return Number(input.props['mostRecentEventCount'] ?? 0) + 1;
}
