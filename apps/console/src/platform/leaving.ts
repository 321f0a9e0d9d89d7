import { useConfirm } from '@eyrie/ui';
import { useEffect } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { useText } from './text.tsx';

/** Pages with unsaved input, by address path, and how each asks. */
const questions = new Map<string, () => Promise<boolean>>();

/** True when a page may be left: nothing unsaved, or the member agreed to lose it. Agreed once, it is not asked again. */
export const mayLeave = async (path: string): Promise<boolean> => {
  const agreed = (await questions.get(path)?.()) ?? true;
  if (agreed) questions.delete(path);
  return agreed;
};

const holdWindow = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While `unsaved`, leaving the page asks: going elsewhere, closing or refreshing its tab, closing the window. */
export const useUnsaved = (unsaved: boolean): void => {
  const text = useText();
  const confirm = useConfirm();
  const { pathname } = useLocation();
  useEffect(() => {
    if (!unsaved) return undefined;
    questions.set(pathname, () =>
      confirm({ title: text('app.discardTitle'), verb: text('app.discard'), danger: true }),
    );
    window.addEventListener('beforeunload', holdWindow);
    return () => {
      questions.delete(pathname);
      window.removeEventListener('beforeunload', holdWindow);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asks in whatever language is current then
  }, [pathname, unsaved]);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && questions.has(currentLocation.pathname),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayLeave(pathname).then((agreed) => (agreed ? blocker.proceed() : blocker.reset()));
  }, [blocker, pathname]);
};
