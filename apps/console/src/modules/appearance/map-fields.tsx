import {
  limits,
  type AppearanceSettings,
  type AppearanceDraft,
  type AppearanceFault,
  type UploadedTiles,
} from '@eyrie/domain';
import { MapView, type MapHost, type TileLayer } from '@eyrie/map';
import { Button } from 'antd';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { basemapOf, labelFont, levelOfZoom, useMapTheme, zoomOfLevel } from '../../platform/map.ts';
import { ZoomButtons } from '../../platform/map-tools.tsx';
import { useText } from '../../platform/text.tsx';
import { NumberField } from './fields.tsx';
import { roundDegrees, roundLevel } from './appearance-draft.ts';
import { TilesField } from './tiles-field.tsx';

export interface MapFieldsProps {
  draft: AppearanceDraft;
  faults: Partial<Record<keyof AppearanceSettings, AppearanceFault>>;
  /** Levels of the map file that is in force. */
  tileLevels: { min: number; max: number } | null;
  disabled: boolean;
  onChange: (change: Partial<AppearanceDraft>) => void;
}

type NumberName = 'longitude' | 'latitude' | 'level' | 'levelMIN' | 'levelMAX';
const numbers: readonly [NumberName, number][] = [
  ['longitude', 0.01],
  ['latitude', 0.01],
  ['level', 1],
  ['levelMIN', 1],
  ['levelMAX', 1],
];

interface TryingMapProps extends Pick<MapFieldsProps, 'disabled' | 'onChange'> {
  start: { lng: number; lat: number; zoom: number };
  basemap: TileLayer | null;
  host: MapHost | null;
  onHost: (host: MapHost | null) => void;
}

/** The level that is seen, as the settings count it. */
const useLevel = (host: MapHost | null, start: number): number => {
  const [zoom, setZoom] = useState(start);
  useEffect(() => host?.onCamera((camera) => setZoom(camera.zoom)), [host]);
  return roundLevel(levelOfZoom(zoom));
};

/** The real map, free in every direction, and buttons that take from it what is seen. */
function TryingMap({ start, basemap, disabled, host, onHost, onChange }: TryingMapProps): ReactNode {
  const text = useText();
  const theme = useMapTheme();
  const level = useLevel(host, start.zoom);
  const takeCentre = (): void => {
    if (!host) return;
    const { lng, lat } = host.camera();
    onChange({ longitude: roundDegrees(lng), latitude: roundDegrees(lat), level });
  };
  return (
    <>
      <div className="look-map">
        <MapView
          camera={start}
          theme={theme}
          labelFont={labelFont}
          label={text('appearance.map')}
          noGraphics={text('mapLayer.noGraphics')}
          basemap={basemap}
          minZoom={0}
          maxZoom={zoomOfLevel(limits.appearance.zoomMax)}
          onHost={onHost}
        >
          <div className="look-map-zoom">
            <ZoomButtons host={host} />
          </div>
          <span className="look-map-cross" aria-hidden="true" />
          <output className="look-map-level">{text('appearance.levelNow', { level })}</output>
        </MapView>
      </div>
      <div className="ey-flow ey-gap-8">
        <Button disabled={disabled} onClick={takeCentre}>
          {text('appearance.takeCentre')}
        </Button>
        <Button disabled={disabled} onClick={() => onChange({ levelMIN: level })}>
          {text('appearance.takeMin')}
        </Button>
        <Button disabled={disabled} onClick={() => onChange({ levelMAX: level })}>
          {text('appearance.takeMax')}
        </Button>
      </div>
    </>
  );
}

/** What lies under the maps, where they start and how far they zoom: by figures or by trying. */
export function MapFields({ draft, faults, tileLevels, disabled, onChange }: MapFieldsProps): ReactNode {
  const text = useText();
  const [host, setHost] = useState<MapHost | null>(null);
  const [levels, setLevels] = useState(tileLevels);
  const [start] = useState(() => ({
    lng: draft.longitude ?? 0,
    lat: draft.latitude ?? 0,
    zoom: zoomOfLevel(draft.level ?? 4),
  }));
  const url = draft.url ?? '';
  const basemap = useMemo(
    () => basemapOf({ url, tileLevels: levels, levelMAX: limits.appearance.zoomMax }),
    [url, levels],
  );
  const look = (tiles: UploadedTiles): void => {
    setLevels(tiles.tileLevels);
    onChange({ url: tiles.url });
    const { longitude: lng, latitude: lat } = tiles;
    host?.setCamera({ lng, lat, zoom: zoomOfLevel(tiles.tileLevels.max) });
  };
  return (
    <>
      <TilesField
        url={url}
        fault={faults.url}
        disabled={disabled}
        onChange={(next) => onChange({ url: next })}
        onTiles={look}
      />
      <p className="look-hint">{text('appearance.mapHint')}</p>
      <TryingMap
        start={start}
        basemap={basemap}
        disabled={disabled}
        host={host}
        onHost={setHost}
        onChange={onChange}
      />
      <div className="look-numbers">
        {numbers.map(([name, step]) => (
          <NumberField
            key={name}
            label={text(`appearance.${name}`)}
            fault={faults[name]}
            value={draft[name] ?? null}
            step={step}
            disabled={disabled}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
    </>
  );
}
