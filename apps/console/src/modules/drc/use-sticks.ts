import { useEffect, useState } from 'react';
import { keep, kept } from '../../platform/storage.ts';
import { keptKeys } from './stick-keys.ts';
import { noSticks, StickLoop, type StickInput, type SticksView } from './stick-loop.ts';
import { keptSettings } from './stick-settings.ts';

/** Deflection of a key that is held. */
export const reaches = [0.25, 0.5, 1] as const;

export interface SticksControl {
  view: SticksView;
  /** Null until the first picture of the panel is drawn. */
  loop: StickLoop | null;
  input: StickInput;
  change: (part: Partial<StickInput>) => void;
}

const keptInput = (): StickInput => ({
  keys: keptKeys(kept('stickKeys')),
  reach: reaches[1],
  settings: keptSettings(kept('stickSettings')),
});

/** The sticks of one dock, as long as the panel is there. `epoch`: of the lease of this tab; null: it has none. */
export const useSticks = (dockOID: string, epoch: number | null): SticksControl => {
  const [view, setView] = useState(noSticks);
  const [loop, setLoop] = useState<StickLoop | null>(null);
  const [input, setInput] = useState(keptInput);
  useEffect(() => {
    const running = new StickLoop(dockOID, keptInput(), setView);
    setLoop(running);
    return () => running.end();
  }, [dockOID]);
  useEffect(() => loop?.leased(epoch), [loop, epoch]);
  useEffect(() => {
    if (loop) Object.assign(loop, { input });
  }, [loop, input]);
  return {
    view,
    loop,
    input,
    change: (part) => {
      if (part.keys) keep('stickKeys', part.keys);
      if (part.settings) keep('stickSettings', part.settings);
      setInput({ ...input, ...part });
    },
  };
};
