import { changedChoices, noLayerChoices, type LayerChange, type LayerChoices } from '@eyrie/domain';
import { expect, it } from 'vitest';
import type { OldLayers } from '../../platform/storage.ts';
import { changeOfOld, createChoiceKeeper } from './choice-keeper.ts';

/** A server and browsers of one member. Timers run when a test says so. */
const world = (old: OldLayers | null = null) => {
  let stored: LayerChoices = noLayerChoices;
  let down = false;
  let held: Promise<void> | null = null;
  const sent: LayerChange[] = [];
  const take = (change: LayerChange): LayerChoices => {
    sent.push(change);
    stored = changedChoices(stored, change);
    return stored;
  };
  const browser = (unsaved: { value: LayerChange | null } = { value: null }) => {
    let timer: (() => void) | null = null;
    const answer = async <T>(work: () => T): Promise<T> => {
      if (down) throw new Error('away');
      return work();
    };
    const keeper = createChoiceKeeper({
      ask: async () => {
        const answered = await answer(() => stored);
        await held;
        return answered;
      },
      send: (change) => answer(() => take(change)),
      sendLast: (change) => void take(change),
      isRefused: () => false,
      unsaved: { read: () => unsaved.value, write: (change) => void (unsaved.value = change) },
      takeOld: () => {
        const taken = old;
        old = null;
        return taken;
      },
      later: (_, work) => {
        timer = work;
        return () => void (timer = null);
      },
    });
    return { keeper, unsaved, waits: () => timer !== null, pass: () => keeper.flush() };
  };
  return {
    browser,
    sent,
    stored: () => stored,
    setDown: (value: boolean) => void (down = value),
    hold: (until: Promise<void>) => void (held = until),
  };
};

it('shows a change at once and sends those of a moment as one', async () => {
  const { browser, sent, stored } = world();
  const { keeper, pass, waits, unsaved } = browser();
  await keeper.load();
  expect(keeper.now()).toEqual({ choices: noLayerChoices, ready: true });
  keeper.change({ opacity: { a: 0.9 } });
  keeper.change({ opacity: { a: 0.4 } });
  keeper.change({ shown: { b: false } });
  expect(keeper.now().choices).toMatchObject({ opacity: { a: 0.4 }, shown: { b: false } });
  expect(sent).toEqual([]);
  expect(waits()).toBe(true);
  await pass();
  expect(sent).toEqual([{ opacity: { a: 0.4 }, shown: { b: false } }]);
  expect(stored()).toEqual(keeper.now().choices);
  expect(unsaved.value).toBeNull();
});

it('is the same in two browsers at the next load, without one undoing the other', async () => {
  const { browser } = world();
  const [one, other] = [browser(), browser()];
  await Promise.all([one.keeper.load(), other.keeper.load()]);
  one.keeper.change({ shown: { a: false } });
  other.keeper.change({ shown: { b: false }, only3D: true });
  await one.pass();
  await other.pass();
  const next = browser();
  await next.keeper.load();
  expect(next.keeper.now().choices).toMatchObject({ shown: { a: false, b: false }, only3D: true });
  next.keeper.change({ reset: true });
  await next.pass();
  await one.keeper.load();
  expect(one.keeper.now().choices).toEqual(noLayerChoices);
});

it('keeps what could not be sent, also over a reload, and sends it later', async () => {
  const { browser, setDown, stored } = world();
  const first = browser();
  await first.keeper.load();
  setDown(true);
  first.keeper.change({ shown: { a: false } });
  await first.pass();
  first.keeper.change({ order: ['b', 'a'] });
  expect(first.keeper.now().choices).toMatchObject({ shown: { a: false }, order: ['b', 'a'] });
  expect(first.waits()).toBe(true);
  const reloaded = browser(first.unsaved);
  await reloaded.keeper.load();
  expect(reloaded.keeper.now()).toMatchObject({ ready: true, choices: { shown: { a: false } } });
  setDown(false);
  await reloaded.pass();
  expect(stored()).toMatchObject({ shown: { a: false }, order: ['b', 'a'] });
  expect(first.unsaved.value).toBeNull();
});

it('sends what is under way and what waits while the page goes', async () => {
  const { browser, stored } = world();
  const { keeper } = browser();
  await keeper.load();
  keeper.leave();
  keeper.change({ shown: { a: false } });
  keeper.leave();
  expect(stored().shown).toEqual({ a: false });
});

it('does not take an answer for new that was asked for before a change was sent', async () => {
  const { browser, hold } = world();
  const { keeper, pass } = browser();
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(promise);
  const loading = keeper.load();
  keeper.change({ shown: { a: false } });
  await pass();
  resolve();
  await loading;
  expect(keeper.now().choices.shown).toEqual({ a: false });
});

it('takes over once what this browser had kept, where the account says nothing of it', async () => {
  const { browser, sent } = world({ shown: { a: false, b: true }, opacity: { a: 0.5 }, order: ['a', 'b'] });
  const { keeper, pass } = browser();
  await keeper.load();
  keeper.change({ shown: { b: false } });
  await pass();
  expect(sent).toEqual([{ shown: { a: false, b: false }, opacity: { a: 0.5 }, order: ['a', 'b'] }]);
  await keeper.load();
  await pass();
  expect(sent).toHaveLength(1);
  const now = { ...noLayerChoices, shown: { a: true }, order: ['c'] };
  expect(changeOfOld({ shown: { a: false }, order: ['a'] }, now)).toBeNull();
  expect(changeOfOld({}, noLayerChoices)).toBeNull();
});
