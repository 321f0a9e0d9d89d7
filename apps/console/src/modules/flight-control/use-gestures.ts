import type { cameraTypes } from '@eyrie/domain';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { wait } from '../../platform/wait.ts';
import type { Giving } from './payload-order.tsx';
import { dragSpeeds, wheelZoom, type FramePlace } from './picture-gestures.ts';

/** ms from one message that turns the gimbal to the next, while a drag lasts: each turns it for about so long. */
const turnEvery = 500;
/** ms without another notch, after which what a wheel means is ordered, once. */
const settles = 300;

/** Turns the gimbal while a drag lasts: one order after the other, none before the last one was answered. */
export const useTurning = ({ index, onOrder }: Giving) => {
  const drag = useRef<{ from: FramePlace; to: FramePlace; over: AbortController } | null>(null);
  const end = (): void => {
    drag.current?.over.abort();
    drag.current = null;
  };
  useEffect(() => end, []);
  return {
    begin: (from: FramePlace): void => {
      end();
      const held = { from, to: from, over: new AbortController() };
      drag.current = held;
      const turn = async (): Promise<void> => {
        const { signal } = held.over;
        while (!signal.aborted) {
          const speeds = dragSpeeds(held.from, held.to);
          if (speeds) await onOrder('camera_screen_drag', { payload_index: index, locked: false, ...speeds });
          await wait(speeds ? turnEvery : 50, signal);
        }
      };
      turn().catch(() => undefined);
    },
    move: (to: FramePlace): void => {
      if (drag.current) drag.current.to = to;
    },
    end,
  };
};

/** Zooms by a wheel over the picture. @returns the factor that is meant, until it is ordered */
export const useWheelZoom = (
  area: RefObject<HTMLDivElement | null>,
  reported: number | null,
  lens: (typeof cameraTypes)[number],
  { index, why, onOrder }: Giving,
): number | null => {
  const [wanted, setWanted] = useState<number | null>(null);
  const fieldsOf = (factor: number) => ({
    payload_index: index,
    // Whoever magnifies the wide picture means the lens that can.
    camera_type: lens === 'ir' ? 'ir' : 'zoom',
    zoom_factor: factor,
  });
  const turned = useEffectEvent((event: WheelEvent): void => {
    if (why('camera_focal_length_set', fieldsOf(2)) !== null) return;
    event.preventDefault();
    setWanted((before) => wheelZoom(before ?? reported ?? 2, event.deltaY < 0 ? 1 : -1, lens));
  });
  useEffect(() => {
    const { current } = area;
    const listen = (event: WheelEvent): void => turned(event);
    // Not by React: its listeners cannot keep the page from scrolling.
    current?.addEventListener('wheel', listen, { passive: false });
    return () => current?.removeEventListener('wheel', listen);
  }, [area]);
  const give = useEffectEvent((factor: number): void => {
    setWanted(null);
    const fields = fieldsOf(factor);
    if (why('camera_focal_length_set', fields) === null) void onOrder('camera_focal_length_set', fields);
  });
  useEffect(() => {
    if (wanted === null) return undefined;
    const timer = setTimeout(() => give(wanted), settles);
    return () => clearTimeout(timer);
  }, [wanted]);
  return wanted;
};
