import { useConfirm } from '@eyrie/ui';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { createLeaveQuestions, type Whereto } from './leave-questions.ts';
import { useText } from './text.tsx';

export type { Whereto } from './leave-questions.ts';

const questions = createLeaveQuestions();

/** True when a page may be left: nothing would be lost, or the member agreed to it. Agreed once, it is not asked again. */
export const { mayLeave } = questions;

const placeIn = (hash: string): Whereto => {
  const [pathname = '', query] = hash.replace(/^#/, '').split('?', 2);
  return { pathname, search: query === undefined ? '' : `?${query}` };
};

/** True while the window goes back to where it was before an address was typed. */
let goingBack = false;
let typed = '';

/**
 * The router asks before its own steps; it lets an address pass that was typed over the present one, or that a link
 * of the browser opens. Heard before the router hears it.
 */
window.addEventListener(
  'popstate',
  (event) => {
    if (goingBack) {
      goingBack = false;
      event.stopImmediatePropagation();
      void mayLeave(questions.path() ?? '').then((agreed) => {
        if (agreed) location.hash = typed;
      });
      return;
    }
    const ownStep = typeof (history.state as { idx?: unknown } | null)?.idx === 'number';
    if (ownStep || !questions.holds(placeIn(location.hash))) return;
    event.stopImmediatePropagation();
    typed = location.hash;
    goingBack = true;
    history.back();
  },
  { capture: true },
);

/** While `held`, closing or loading the window anew asks, and nothing else does. */
export const useHeldWindow = (held: boolean): void =>
  useEffect(() => {
    if (!held) return undefined;
    // One of its own for each: a window listens once to what was added twice, and the first that went would end it for all.
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [held]);

/**
 * While `held`, leaving the page asks: going elsewhere, closing or refreshing its tab, signing out, closing the window.
 * @param ask asks; the signal fires when nothing is held any more, which leaves nothing to be asked
 * @param stays whether another address of the same page shows what is held as well; missing: all do
 * @param about of several questions of a page about one thing one is asked
 */
export const useAskBeforeLeaving = (
  held: boolean,
  ask: (over: AbortSignal) => Promise<boolean>,
  stays: (next: Whereto) => boolean = () => true,
  about = 'held',
): void => {
  const { pathname } = useLocation();
  const asking = useEffectEvent(ask);
  const staying = useEffectEvent((next: Whereto) => next.pathname === pathname && stays(next));
  useHeldWindow(held);
  useEffect(() => {
    if (!held) return undefined;
    // A question that outlives what it is about would be answered on another page, and leave that one.
    const over = new AbortController();
    const takeAway = questions.add({
      path: pathname,
      about,
      ask: () => asking(over.signal),
      stays: (next) => staying(next),
    });
    return () => {
      takeAway();
      over.abort();
    };
  }, [pathname, held, about]);
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    questions.holds(nextLocation, currentLocation.pathname),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayLeave(pathname).then((agreed) => (agreed ? blocker.proceed() : blocker.reset()));
  }, [blocker, pathname]);
};

/**
 * While `unsaved`, leaving the page asks whether what was typed may be lost.
 * @param stays whether another address of the same page shows it as well; missing: all do
 */
export const useUnsaved = (unsaved: boolean, stays?: (next: Whereto) => boolean): void => {
  const text = useText();
  const confirm = useConfirm();
  useAskBeforeLeaving(
    unsaved,
    (signal) => confirm({ title: text('app.discardTitle'), verb: text('app.discard'), danger: true, signal }),
    stays,
    'typed',
  );
};
