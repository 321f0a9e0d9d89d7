import { useConfirm } from '@eyrie/ui';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { useText } from './text.tsx';

/** Pages that are not left without asking, by address path, and how each asks. */
const questions = new Map<string, () => Promise<boolean>>();

/** True when a page may be left: nothing would be lost, or the member agreed to it. Agreed once, it is not asked again. */
export const mayLeave = async (path: string): Promise<boolean> => {
  const agreed = (await questions.get(path)?.()) ?? true;
  if (agreed) questions.delete(path);
  return agreed;
};

const pageIn = (address: string): string => address.replace(/^#/, '').split('?')[0] ?? '';

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
    const [path] = questions.keys();
    const ownStep = typeof (history.state as { idx?: unknown } | null)?.idx === 'number';
    if (ownStep || path === undefined || pageIn(location.hash) === path) return;
    event.stopImmediatePropagation();
    typed = location.hash;
    goingBack = true;
    history.back();
  },
  { capture: true },
);

const holdWindow = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While `held`, leaving the page asks: going elsewhere, closing or refreshing its tab, signing out, closing the window. */
export const useAskBeforeLeaving = (held: boolean, ask: () => Promise<boolean>): void => {
  const { pathname } = useLocation();
  const asking = useEffectEvent(ask);
  useEffect(() => {
    if (!held) return undefined;
    questions.set(pathname, () => asking());
    window.addEventListener('beforeunload', holdWindow);
    return () => {
      questions.delete(pathname);
      window.removeEventListener('beforeunload', holdWindow);
    };
  }, [pathname, held]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && questions.has(currentLocation.pathname),
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
