import type { MapHost } from '@eyrie/map';
import type { ReactNode } from 'react';
import { ModeSwitch, ZoomButtons } from '../../platform/map-tools.tsx';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';
import './layer.css';

/** A list beside a map. */
export function ResultsMap({
  children,
  onHost,
  host,
}: {
  children: ReactNode;
  host: MapHost | null;
  onHost: (host: MapHost | null) => void;
}): ReactNode {
  const text = useText();
  return (
    <div className="layer-results">
      {children}
      <div className="layer-results-map ey-panel">
        <PageMap label={text('layer.resultsMap')} onHost={onHost}>
          <div className="layer-results-tools">
            <ModeSwitch host={host} />
            <ZoomButtons host={host} />
          </div>
        </PageMap>
      </div>
    </div>
  );
}
