import { MapView, useThings, type MapHost, type Thing } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { labelFont, mapStart, useMapTheme } from '../../platform/map.ts';
import { useText } from '../../platform/text.tsx';
import type { RobotNow } from './robot-now.ts';
import './robot.css';

interface Place {
  lng: number;
  lat: number;
}

/** Where a robot is, and where it is to go; a click names a place when somebody asks for one. */
export function RobotMap({
  name,
  now,
  target,
  onPick,
}: {
  name: string;
  now: RobotNow;
  target?: Place | null;
  onPick?: (place: Place) => void;
}): ReactNode {
  const text = useText();
  const theme = useMapTheme();
  const [host, setHost] = useState<MapHost | null>(null);
  const [start] = useState(() => {
    const { camera, ...zooms } = mapStart();
    return { ...zooms, camera: now.place ? { ...camera, ...now.place, zoom: 16 } : camera };
  });
  const { look, status } = now;
  const { lng, lat } = now.place ?? {};
  const heading = status?.heading ?? null;
  const things = useMemo<Thing[]>(
    () => [
      ...(lng === undefined || lat === undefined
        ? []
        : [{ id: 'robot', lng, lat, look, heading, label: name }]),
      ...(target ? [{ id: 'target', ...target, look: 'working' as const, badge: '×' }] : []),
    ],
    [lng, lat, look, heading, name, target],
  );
  useThings(host, 'robot-places', things);
  const picked = useEffectEvent((at: Place) => onPick?.(at));
  useEffect(() => host?.onClick(({ place: at }) => picked({ lng: at.lng, lat: at.lat })), [host]);
  return (
    <div className="robot-map">
      <MapView
        {...start}
        theme={theme}
        labelFont={labelFont}
        label={text('robot.map', { name })}
        noGraphics={text('mapLayer.noGraphics')}
        onHost={setHost}
      />
    </div>
  );
}
