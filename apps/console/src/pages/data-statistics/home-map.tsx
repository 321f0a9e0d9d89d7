import type { DockRecord } from '@eyrie/domain';
import { bounds } from '@eyrie/geometry';
import type { MapHost } from '@eyrie/map';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useMapParts } from '../../map-parts.ts';
import { dockNow, monitorAddress } from '../../modules/dock/index.ts';
import { Reaches } from '../../modules/trajectory/index.ts';
import { now } from '../../platform/clock.ts';
import { PageMap } from '../../platform/page-map.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';

/** Where everything stands; a click on a dock opens its monitor. */
export default function HomeMap({ docks }: { docks: readonly DockRecord[] }): ReactNode {
  const text = useText();
  const mayMonitor = useAllowed('/PortMonitorSee');
  const [host, setHost] = useState<MapHost | null>(null);
  const choose = (oid: string | null): void => {
    if (oid !== null && mayMonitor && docks.some((dock) => dock.oid === oid))
      window.open(monitorAddress(oid), '_blank', 'noopener');
  };
  useMapParts(host, docks, { oid: null, choose });
  const places = docks.flatMap((dock) => dockNow(dock, now()).place ?? []);
  const known = places.length > 0;
  const fit = useEffectEvent(() => host?.fit(bounds(places), { padding: 48, maxZoom: 14 }));
  useEffect(() => {
    if (known) fit();
  }, [host, known]);
  return (
    <PageMap label={text('mapLayer.label')} onHost={setHost}>
      <Reaches host={host} />
    </PageMap>
  );
}
