import { describe, expect, it } from 'vitest';

import { MAX_BACK_STEPS, createBackSteps } from './createBackSteps.ts';

function start() {
  const world = { isTouched: false, now: 0 };
  const steps = createBackSteps(
    () => world.isTouched,
    () => world.now,
  );
  return { world, steps };
}

describe('the browser’s Back in a mini-app', () => {
  it('goes through as many screens as the person has opened, and then leaves', () => {
    const { world, steps } = start();
    expect(steps.canGoBack()).toBe(false);
    world.isTouched = true;
    for (const at of [0, 1000]) {
      world.now = at;
      steps.tell(true);
    }
    world.isTouched = false;
    world.now = 5000;
    steps.take();
    steps.tell(true);
    world.now = 6000;
    expect(steps.canGoBack()).toBe(true);
    steps.take();
    steps.tell(false);
    world.now = 7000;
    expect(steps.canGoBack()).toBe(false);
  });

  it('leaves at the second, whatever the mini-app says, while nobody touches it', () => {
    const { world, steps } = start();
    for (let time = 0; time < 100; time++) steps.tell(true);
    expect(steps.canGoBack()).toBe(true);
    steps.take();
    world.now = 10_000;
    for (let time = 0; time < 100; time++) steps.tell(true);
    expect(steps.canGoBack()).toBe(false);
  });

  it('leaves when it comes twice in a row, and after ten times at the latest', () => {
    const { world, steps } = start();
    world.isTouched = true;
    const claim = () => {
      world.now += 1000;
      steps.tell(true);
    };
    for (let time = 0; time < 100; time++) claim();
    world.isTouched = false;
    let taken = 0;
    for (; steps.canGoBack(); taken++) {
      steps.take();
      expect(steps.canGoBack()).toBe(false);
      claim();
    }
    expect(taken).toBe(MAX_BACK_STEPS);
  });
});
