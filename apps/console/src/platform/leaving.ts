import { useConfirm } from '@eyrie/ui';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { useText } from './text.tsx';

/** A place in the router: `search` with its question mark, or empty. */
export interface Whereto {
  pathname: string;
  search: string;
}

interface Question {
  ask: () => Promise<boolean>;
  /** Whether another address still shows what is held. */
  stays: (next: Whereto) => boolean;
}

/** Pages that are not left without asking, by address path, and how each asks. */
const questions = new Map<string, Question>();

/** True when a page may be left: nothing would be lost, or the member agreed to it. Agreed once, it is not asked again. */
export const mayLeave = async (path: string): Promise<boolean> => {
  const agreed = (await questions.get(path)?.ask()) ?? true;
  if (agreed) questions.delete(path);
  return agreed;
};

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
      const [path = ''] = questions.keys();
      void mayLeave(path).then((agreed) => {
        if (agreed) location.hash = typed;
      });
      return;
    }
    const [question] = questions.values();
    const ownStep = typeof (history.state as { idx?: unknown } | null)?.idx === 'number';
    if (ownStep || question?.stays(placeIn(location.hash)) !== false) return;
    event.stopImmediatePropagation();
    typed = location.hash;
    goingBack = true;
    history.back();
  },
  { capture: true },
);

const holdWindow = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * While `held`, leaving the page asks: going elsewhere, closing or refreshing its tab, signing out, closing the window.
 * @param stays whether another address of the same page shows what is held as well; missing: all do
 */
export const useAskBeforeLeaving = (
  held: boolean,
  ask: () => Promise<boolean>,
  stays: (next: Whereto) => boolean = () => true,
): void => {
  const { pathname } = useLocation();
  const asking = useEffectEvent(ask);
  const staying = useEffectEvent((next: Whereto) => next.pathname === pathname && stays(next));
  useEffect(() => {
    if (!held) return undefined;
    questions.set(pathname, { ask: () => asking(), stays: (next) => staying(next) });
    window.addEventListener('beforeunload', holdWindow);
    return () => {
      questions.delete(pathname);
      window.removeEventListener('beforeunload', holdWindow);
    };
  }, [pathname, held]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      questions.get(currentLocation.pathname)?.stays(nextLocation) === false,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayLeave(pathname).then((agreed) => (agreed ? blocker.proceed() : blocker.reset()));
  }, [blocker, pathname]);
};

/** While `unsaved`, leaving the page asks whether what was typed may be lost. */
export const useUnsaved = (unsaved: boolean): void => {
  const text = useText();
  const confirm = useConfirm();
  useAskBeforeLeaving(unsaved, () =>
    confirm({ title: text('app.discardTitle'), verb: text('app.discard'), danger: true }),
  );
};
