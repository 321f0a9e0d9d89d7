import type { DockRecord } from '@eyrie/domain';
import type { MapHost } from '@eyrie/map';
import { useEffect, useEffectEvent, useRef } from 'react';
import { mapParts } from './map-parts.generated.ts';
import { dockNow } from './modules/dock/index.ts';
import { now } from './platform/clock.ts';
import type { AddedMapPart, MapScene, NamedPlace } from './platform/map-part.ts';
import { signOfLevel } from './platform/alarm-sign.ts';
import { standingOf, watchStanding } from './platform/standing-alarms.ts';

interface Selection {
  oid: string | null;
  choose(oid: string | null): void;
}

/** What goes by a name, of every room. One that fails hides nothing of the others, unless all of them fail. */
export const findOnMap = async (written: string, signal: AbortSignal): Promise<NamedPlace[]> => {
  const asked = await Promise.allSettled(mapParts.flatMap((part) => part.find?.(written, signal) ?? []));
  const failed = asked.find((one) => one.status === 'rejected');
  if (failed && asked.every((one) => one.status === 'rejected')) throw failed.reason;
  return asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

/** Puts what every room draws on a map, with one selection for map and page. */
export const useMapParts = (
  host: MapHost | null,
  docks: readonly DockRecord[],
  selection: Selection | null = null,
): void => {
  const added = useRef<readonly AddedMapPart[]>([]);
  const clicked = useEffectEvent((layer: string | null, id: string | null) =>
    selection?.choose(mapParts.some((part) => part.layer === layer) ? id : null),
  );
  const shown = useEffectEvent(() => docks);

  useEffect(() => {
    if (!host) return undefined;
    const scene: MapScene = {
      docks: () => shown(),
      placeOf: (dock) => dockNow(dock, now()).place,
      signOf: (dockOID, device) => signOfLevel(standingOf(dockOID, device)?.level),
    };
    const unwatch = watchStanding();
    added.current = mapParts.map((part) => part.add(host, scene));
    const stop = host.onClick((hit) => clicked(hit.layerId, hit.id));
    return () => {
      stop();
      unwatch();
      for (const part of added.current.toReversed()) part.dispose();
      added.current = [];
    };
  }, [host]);
  useEffect(() => added.current.forEach((part) => part.redraw()), [host, docks]);
  const selected = selection?.oid ?? null;
  useEffect(() => added.current.forEach((part) => part.select?.(selected)), [host, selected]);
};
