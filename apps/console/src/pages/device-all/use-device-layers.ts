import type { DockRecord } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { useEffect, useEffectEvent, useRef } from 'react';
import { dockLayerId, dockNow, startDockLayer, type DockLayer } from '../../modules/dock/index.ts';
import { droneLayerId, startDroneLayer, type DroneLayer } from '../../modules/drone/index.ts';
import { now } from '../../platform/clock.ts';

/** Puts docks and aircraft on the map and keeps one selection for map and list. */
export const useDeviceLayers = (
  host: MapHost | null,
  docks: readonly DockRecord[],
  selected: string | null,
  choose: (oid: string | null) => void,
): void => {
  const layers = useRef<{ docks: DockLayer; drones: DroneLayer } | null>(null);
  const clicked = useEffectEvent((layerId: string | null, id: string | null) => {
    choose(layerId === dockLayerId || layerId === droneLayerId ? id : null);
  });
  const known = useEffectEvent((oid: string) => docks.find((dock) => dock.oid === oid) ?? null);

  useEffect(() => {
    if (!host) return undefined;
    const running = {
      docks: startDockLayer(host),
      drones: startDroneLayer(host, {
        label: (dockOID) => known(dockOID)?.droneName ?? '',
        placeOfDock: (dockOID) => {
          const dock = known(dockOID);
          return dock ? dockNow(dock, now()).place : null;
        },
      }),
    };
    layers.current = running;
    const stop = host.onClick((hit) => clicked(hit.layerId, hit.id));
    return () => {
      layers.current = null;
      stop();
      running.drones.dispose();
      running.docks.dispose();
    };
  }, [host]);
  useEffect(() => {
    layers.current?.docks.setDocks(docks);
    layers.current?.drones.redraw();
  }, [host, docks]);
  useEffect(() => layers.current?.docks.select(selected), [host, selected]);
};
