import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type {
  Camera,
  Layer,
  Line,
  MapHost,
  MapMode,
  Overlay,
  Polygon,
  Thing,
  ThingLayer,
} from '../contract.ts';

/** Keeps a layer of lines on the map as long as the component lives. */
export const useLines = (host: MapHost | null, id: string, lines: readonly Line[]): void => {
  const layer = useRef<Layer<readonly Line[]> | null>(null);
  useEffect(() => {
    layer.current = host?.addLines(id, []) ?? null;
    return () => layer.current?.dispose();
  }, [host, id]);
  useEffect(() => layer.current?.set(lines), [host, id, lines]);
};

/** Keeps a layer of polygons on the map as long as the component lives. */
export const usePolygons = (host: MapHost | null, id: string, polygons: readonly Polygon[]): void => {
  const layer = useRef<Layer<readonly Polygon[]> | null>(null);
  useEffect(() => {
    layer.current = host?.addPolygons(id, []) ?? null;
    return () => layer.current?.dispose();
  }, [host, id]);
  useEffect(() => layer.current?.set(polygons), [host, id, polygons]);
};

/** Keeps a picture on the ground as long as the component lives; null: none. */
export const useOverlay = (host: MapHost | null, id: string, overlay: Overlay | null): void => {
  const layer = useRef<Layer<Overlay | null> | null>(null);
  useEffect(() => {
    layer.current = host?.addOverlay(id, null) ?? null;
    return () => layer.current?.dispose();
  }, [host, id]);
  useEffect(() => layer.current?.set(overlay), [host, id, overlay]);
};

/** Keeps a layer of things on the map and marks the selected one. For things that stand; moving ones are fed through the host. */
export const useThings = (
  host: MapHost | null,
  id: string,
  things: readonly Thing[],
  selected: string | null = null,
): void => {
  const layer = useRef<ThingLayer | null>(null);
  useEffect(() => {
    layer.current = host?.addThings(id, []) ?? null;
    return () => layer.current?.dispose();
  }, [host, id]);
  useEffect(() => layer.current?.set(things), [host, id, things]);
  useEffect(() => layer.current?.select(selected), [host, id, selected]);
};

const noModes = (): (() => void) => () => undefined;

/** The mode a map is in now; flat before there is one. */
export const useMapMode = (host: MapHost | null): MapMode =>
  useSyncExternalStore(host ? host.onMode : noModes, () => host?.mode() ?? '2d');

/** Calls back with the camera while it moves, and once at the start. */
export const useCamera = (host: MapHost | null, listener: (camera: Camera) => void): void => {
  const notify = useEffectEvent(listener);
  useEffect(() => {
    if (!host) return undefined;
    notify(host.camera());
    return host.onCamera((camera) => notify(camera));
  }, [host]);
};
