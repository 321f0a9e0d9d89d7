import { MapView, useThings, type MapHost, type Thing } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { labelFont, mapStart, useMapTheme } from '../../platform/map.ts';
import { useText } from '../../platform/text.tsx';
import type { Place } from './patrol-points.ts';
import type { RobotNow } from './robot-now.ts';
import './robot.css';

/** Where a robot is, and where it is to go, in this order; a click names a place when somebody asks for one. */
export function RobotMap({
  name,
  now,
  targets,
  onPick,
}: {
  name: string;
  now: RobotNow;
  targets?: readonly Place[];
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
      ...(targets ?? []).map((target, index) => ({
        id: `target-${index}`,
        ...target,
        look: 'working' as const,
        badge: `${index + 1}`,
      })),
    ],
    [lng, lat, look, heading, name, targets],
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
