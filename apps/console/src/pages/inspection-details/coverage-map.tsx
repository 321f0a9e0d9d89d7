import type { CoverageFigures } from '@eyrie/domain';
import { bounds, type Place } from '@eyrie/geometry';
import { usePolygons, type MapHost, type Polygon } from '@eyrie/map';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { PlaceFoot, ZoomButtons } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';

type Box = CoverageFigures['routes'][number]['gaps'][number];

const ringOf = ([west, south, east, north]: Box): Place[] => [
  { lng: west, lat: south },
  { lng: east, lat: south },
  { lng: east, lat: north },
  { lng: west, lat: north },
];

const polygonsOf = (
  routes: CoverageFigures['routes'],
  part: 'ground' | 'gaps',
  look: Omit<Polygon, 'id' | 'rings'>,
): Polygon[] =>
  routes.flatMap((route) =>
    route[part].map((box, at) => ({ id: `${route.oid} ${at}`, rings: [ringOf(box)], ...look })),
  );

/** What routes were to show, and over it what no photo shows. */
export default function CoverageMap({ routes }: { routes: CoverageFigures['routes'] }): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const ground = useMemo(
    () => polygonsOf(routes, 'ground', { tone: 'good', fill: 0.25, edge: false }),
    [routes],
  );
  const gaps = useMemo(
    () => polygonsOf(routes, 'gaps', { tone: 'alarm', fill: 0.55, edge: false, hatch: 'diagonal' }),
    [routes],
  );
  usePolygons(host, 'coverage-ground', ground);
  usePolygons(host, 'coverage-gaps', gaps);
  useEffect(() => {
    const places = ground.flatMap(({ rings }) => rings.flat());
    if (places.length > 0) host?.fit(bounds(places), { padding: 40, maxZoom: 18 });
  }, [host, ground]);
  return (
    <div className="report-map">
      <PageMap label={text('inspectionReport.coverageMap')} onHost={setHost}>
        <div className="report-map-zoom">
          <ZoomButtons host={host} />
        </div>
        <PlaceFoot host={host} />
      </PageMap>
    </div>
  );
}
