import { useEffect, useState } from 'react';
import { keep, kept } from '../../platform/storage.ts';
import { noSticks, StickLoop, type SticksView } from './stick-loop.ts';
import { keptKeys, type KeyMap } from './stick-keys.ts';

/** Deflection of a key that is held. */
export const reaches = [0.25, 0.5, 1] as const;

export interface SticksControl {
  view: SticksView;
  /** Null until the first picture of the panel is drawn. */
  loop: StickLoop | null;
  keys: KeyMap;
  setKeys: (keys: KeyMap) => void;
  reach: number;
  setReach: (reach: number) => void;
}

/** The sticks of one dock, as long as the panel is there. `epoch`: of the lease of this tab; null: it has none. */
export const useSticks = (dockOID: string, epoch: number | null): SticksControl => {
  const [view, setView] = useState(noSticks);
  const [loop, setLoop] = useState<StickLoop | null>(null);
  const [keys, setKeys] = useState(() => keptKeys(kept('stickKeys')));
  const [reach, setReach] = useState<number>(reaches[1]);
  useEffect(() => {
    const running = new StickLoop(dockOID, {
      keys: keptKeys(kept('stickKeys')),
      reach: reaches[1],
      changed: setView,
    });
    setLoop(running);
    return () => running.end();
  }, [dockOID]);
  useEffect(() => loop?.leased(epoch), [loop, epoch]);
  useEffect(() => {
    if (loop) Object.assign(loop, { keys, reach });
  }, [loop, keys, reach]);
  return {
    view,
    loop,
    keys,
    setKeys: (next) => {
      keep('stickKeys', next);
      setKeys(next);
    },
    reach,
    setReach,
  };
};
