import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Place } from '@eyrie/geometry';
import type { Line, MapHost, Polygon, Thing } from '../contract.ts';
import { heightGridAround, polygonsOfRuns } from '../measure/height-grid.ts';
import { profileAlong, samplesOf, type Profile } from '../measure/profile.ts';
import { sight, type Run } from '../measure/view-shed.ts';
import type { ViewShedTask } from '../measure/view-shed.worker.ts';
import { useLines, usePolygons, useThings } from './layers.ts';

export const measureTools = ['distance', 'area', 'viewShed'] as const;
export type MeasureTool = (typeof measureTools)[number];

const most = 500;

/** Points that clicks add while the tool is in the hand; Backspace takes the last one away, Escape all, then the tool. */
export const useMeasuredPoints = (host: MapHost | null, tool: MeasureTool, onClose: () => void) => {
  const [points, setPoints] = useState<readonly Place[]>([]);
  const [pointer, setPointer] = useState<Place | null>(null);
  const undo = () => setPoints((before) => before.slice(0, -1));
  const clear = () => setPoints([]);
  const added = useEffectEvent((place: Place) =>
    setPoints((before) => (tool === 'viewShed' ? [place] : [...before, place].slice(0, most))),
  );
  useEffect(() => host?.captureClicks(({ place }) => added(place)), [host]);
  useEffect(() => host?.onPointer(setPointer), [host]);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    // Keys belong to a field while somebody writes in it.
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === 'Escape') {
      if (points.length > 0) clear();
      else onClose();
    } else if (event.key === 'Backspace') undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return { points, pointer, undo, clear };
};

const noLines: readonly Line[] = [];
const noPolygons: readonly Polygon[] = [];

/** Draws what is measured: points by number, their line with the leg to the pointer, the area between them. */
export const useMeasureDrawing = (
  host: MapHost | null,
  tool: MeasureTool,
  points: readonly Place[],
  pointer: Place | null,
): void => {
  const things = useMemo<Thing[]>(
    () =>
      points.map(({ lng, lat }, at) => ({
        id: String(at),
        lng,
        lat,
        look: 'working',
        badge: String(at + 1),
      })),
    [points],
  );
  const lines = useMemo<readonly Line[]>(() => {
    const last = points.at(-1);
    if (tool === 'viewShed' || !last) return noLines;
    const closing = tool === 'area' && points[0] ? [points[0]] : [];
    return [
      { id: 'line', path: points, tone: 'accent' },
      ...(pointer
        ? [{ id: 'next', path: [last, pointer, ...closing], tone: 'accent' as const, dashed: true, width: 2 }]
        : []),
    ];
  }, [tool, points, pointer]);
  const polygons = useMemo<readonly Polygon[]>(
    () =>
      tool === 'area' && points.length > 2 ? [{ id: 'area', rings: [points], tone: 'accent' }] : noPolygons,
    [tool, points],
  );
  usePolygons(host, 'measure-area', polygons);
  useLines(host, 'measure-line', lines);
  useThings(host, 'measure-points', things);
};

/** Heights along a line once they have been fetched; null before. */
export const useProfile = (host: MapHost | null, path: readonly Place[], wanted: boolean): Profile | null => {
  const [profile, setProfile] = useState<Profile | null>(null);
  useEffect(() => {
    setProfile(null);
    if (!host || !wanted || path.length < 2) return undefined;
    let gone = false;
    void host.loadGround(samplesOf(path).map(({ place }) => place)).then(() => {
      if (!gone) setProfile(profileAlong(path, host.groundHeight));
    });
    return () => {
      gone = true;
    };
  }, [host, path, wanted]);
  return profile;
};

/** Shares of what was looked at, 0 to 1. */
export interface Seen {
  readonly seen: number;
  readonly hidden: number;
  readonly unknown: number;
}

const sharesOf = (found: Uint8Array, side: number): Seen => {
  const half = (side - 1) / 2;
  const count = { seen: 0, hidden: 0, unknown: 0 };
  for (const [at, one] of found.entries()) {
    if (Math.hypot((at % side) - half, Math.floor(at / side) - half) > half) continue;
    count[one === sight.seen ? 'seen' : one === sight.hidden ? 'hidden' : 'unknown'] += 1;
  }
  const all = Math.max(1, count.seen + count.hidden + count.unknown);
  return { seen: count.seen / all, hidden: count.hidden / all, unknown: count.unknown / all };
};

/** What an eye sees of the ground, drawn on the map; computed beside the page. */
export const useViewShed = (
  host: MapHost | null,
  eye: Place | null,
  { above, radius }: { readonly above: number; readonly radius: number },
): Seen | 'computing' | null => {
  const [found, setFound] = useState<Seen | 'computing' | null>(null);
  const [polygons, setPolygons] = useState<readonly Polygon[]>(noPolygons);
  useEffect(() => {
    setPolygons(noPolygons);
    setFound(null);
    if (!host || !eye) return undefined;
    setFound('computing');
    let worker: Worker | null = null;
    let gone = false;
    void heightGridAround(host, eye, radius).then((grid) => {
      if (gone) return;
      worker = new Worker(new URL('../measure/view-shed.worker.ts', import.meta.url), { type: 'module' });
      worker.addEventListener('message', ({ data }: MessageEvent<{ runs: Run[]; found: Uint8Array }>) => {
        worker?.terminate();
        setPolygons(polygonsOfRuns(data.runs, eye, grid));
        setFound(sharesOf(data.found, grid.side));
      });
      const task: ViewShedTask = { grid, eye: above };
      worker.postMessage(task);
    });
    return () => {
      gone = true;
      worker?.terminate();
    };
  }, [host, eye, above, radius]);
  usePolygons(host, 'measure-seen', polygons);
  return found;
};
