import type { DockRecord } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { now } from '../../platform/clock.ts';
import { subscribeTelemetry } from '../../platform/telemetry.ts';
import { dockNow } from './dock-live.ts';

export const dockLayerId = 'docks';

/** Ages change the look even when nothing comes in. */
const tick = 1000;

export interface DockLayer {
  setDocks(docks: readonly DockRecord[]): void;
  select(oid: string | null): void;
  dispose(): void;
}

/** Draws docks on a map from the live values, outside React. Offline docks stay at their last place. */
export const startDockLayer = (host: MapHost): DockLayer => {
  const layer = host.addThings(dockLayerId, []);
  let docks: readonly DockRecord[] = [];
  const draw = () => {
    const at = now();
    layer.set(
      docks.flatMap((record) => {
        const { place, look } = dockNow(record, at);
        if (!place) return [];
        return [{ ...place, id: record.oid, look: look.state, plate: true, label: record.name }];
      }),
    );
  };
  const stop = subscribeTelemetry(draw);
  const timer = setInterval(draw, tick);
  return {
    setDocks: (next) => {
      docks = next;
      draw();
    },
    select: (oid) => layer.select(oid),
    dispose: () => {
      stop();
      clearInterval(timer);
      layer.dispose();
    },
  };
};
