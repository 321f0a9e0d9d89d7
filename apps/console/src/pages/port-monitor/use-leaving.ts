import { useConfirm } from '@eyrie/ui';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { useText } from '../../platform/text.tsx';

const holdWindow = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While this tab controls the dock, going elsewhere asks first, and so does closing the window. */
export const useLeaving = (controls: boolean, dockName: string): void => {
  const text = useText();
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => controls && nextLocation.pathname !== currentLocation.pathname,
  );
  const ask = useEffectEvent(() =>
    confirm({
      title: text('monitor.leaveTitle', { dock: dockName }),
      content: text('monitor.leaveText'),
      verb: text('monitor.leave'),
      danger: true,
    }),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask().then((agreed) => (agreed ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
  useEffect(() => {
    if (!controls) return undefined;
    window.addEventListener('beforeunload', holdWindow);
    return () => window.removeEventListener('beforeunload', holdWindow);
  }, [controls]);
};
