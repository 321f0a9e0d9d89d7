import { createPacer, type MapHost, type Thing } from '@eyrie/map';
import { now } from './clock.ts';
import { subscribeTelemetry } from './telemetry.ts';

/** Ages change the look even when nothing comes in. */
const tick = 1000;
/** Milliseconds between two drawings of all live parts: each has the whole map drawn, so they draw together. */
const beat = 500;

const draws = new Set<() => void>();
const later = (run: () => void, delay: number): (() => void) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};
const pacer = createPacer(
  () => {
    for (const draw of draws) draw();
  },
  beat,
  () => performance.now(),
  later,
);

let stopBeat: (() => void) | null = null;
const startBeat = (): (() => void) => {
  const stop = subscribeTelemetry(pacer.touch);
  const timer = setInterval(pacer.touch, tick);
  return () => {
    stop();
    clearInterval(timer);
  };
};

/** Draws now and on every beat on which something came in or a second passed. Returns what ends it. */
export const drawLive = (draw: () => void): (() => void) => {
  draws.add(draw);
  stopBeat ??= startBeat();
  draw();
  return () => {
    draws.delete(draw);
    if (draws.size > 0) return;
    stopBeat?.();
    stopBeat = null;
  };
};

/** Things on a map that follow the live values. */
export interface LiveThings {
  redraw(): void;
  select(oid: string | null): void;
  dispose(): void;
}

/** Draws things from the live values, outside React. */
export const addLiveThings = (
  host: MapHost,
  id: string,
  thingsAt: (at: number) => readonly Thing[],
): LiveThings => {
  const layer = host.addThings(id, []);
  const draw = (): void => layer.set(thingsAt(now()));
  const stop = drawLive(draw);
  return {
    redraw: draw,
    select: (oid) => layer.select(oid),
    dispose: () => {
      stop();
      layer.dispose();
    },
  };
};
