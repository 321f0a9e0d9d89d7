import type { Place } from '@eyrie/geometry';
import { useThings, type MapHost, type Thing } from '@eyrie/map';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { PageMap } from '../../platform/page-map.tsx';
import { useText } from '../../platform/text.tsx';
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
  const [host, setHost] = useState<MapHost | null>(null);
  const [camera] = useState(() => now.place && { ...now.place, zoom: 16 });
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
      <PageMap label={text('robot.map', { name })} {...(camera ? { camera } : {})} onHost={setHost} />
    </div>
  );
}
