import type * as GeoJSON from 'geojson';
import type { GeoJSONSource, Map as Engine, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { Place } from '@eyrie/geometry';
import type { MapEngine, MapTheme } from '../contract.ts';
import { engineOf } from '../maplibre/engines.ts';
import type { HandleOptions, HandleTool, HeldKeys, RouteHandle } from './contract.ts';
import { handleAt, type Pixel } from './find.ts';
import { handleLayers, handleSource, recolourHandles, rubberSource } from './style.ts';
import { zoomsOf } from './thin.ts';

type PointerEvent = MapMouseEvent | MapTouchEvent;

/** CSS pixels that a pointer may tremble without dragging. */
const tremble = 3;
/** Milliseconds after which a finger that rests asks for the menu. */
const longPress = 550;
/** CSS pixels around the pointer in which handles are looked for at all. */
const searched = 40;

const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const position = ({ lng, lat }: Place): [number, number] => [lng, lat];
const placeOf = ({ lngLat }: PointerEvent): Place => ({ lng: lngLat.lng, lat: lngLat.lat });

const collection = (handles: readonly RouteHandle[]): GeoJSON.FeatureCollection => {
  const from = zoomsOf(handles, (at) => handles[at]?.alarm ?? false);
  return {
    type: 'FeatureCollection',
    features: handles.map(({ kind, badge, alarm, ...place }, at) => ({
      type: 'Feature',
      id: at,
      properties: { kind, badge: badge ?? '', alarm: alarm ?? false, from: from[at] ?? 0 },
      geometry: { type: 'Point', coordinates: position(place) },
    })),
  };
};

const ties = (from: readonly Place[], to: Place): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: from.map((one) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: [position(one), position(to)] },
  })),
});

const keysOf = ({ originalEvent }: PointerEvent): HeldKeys => ({
  more: originalEvent.ctrlKey || originalEvent.metaKey,
  upTo: originalEvent.shiftKey,
});

/** Everything of the tool that is drawn. */
const createDrawing = (engine: Engine, theme: MapTheme, touch: boolean) => {
  const fonts = (engine.getLayoutProperty('net-labels', 'text-font') as string[] | undefined) ?? [
    'sans-serif',
  ];
  engine.addSource(handleSource, { type: 'geojson', data: nothing });
  engine.addSource(rubberSource, { type: 'geojson', data: nothing });
  const layers = handleLayers(theme, touch, fonts);
  for (const layer of layers) engine.addLayer(layer);
  const source = (id: string) => engine.getSource<GeoJSONSource>(id);
  let marked: ReadonlySet<number> = new Set();
  return {
    handles: (handles: readonly RouteHandle[]) => {
      void source(handleSource)?.setData(collection(handles));
      // What was added to the map since lies above.
      if (engine.getLayersOrder().at(-1) !== layers.at(-1)?.id)
        for (const { id } of layers) engine.moveLayer(id);
    },
    select: (indices: readonly number[]) => {
      const next = new Set(indices);
      for (const id of marked)
        if (!next.has(id)) engine.setFeatureState({ source: handleSource, id }, { selected: false });
      for (const id of next) engine.setFeatureState({ source: handleSource, id }, { selected: true });
      marked = next;
    },
    rubber: (from: readonly Place[], to: Place | null) =>
      void source(rubberSource)?.setData(to && from.length > 0 ? ties(from, to) : nothing),
    recolour: (next: MapTheme) => recolourHandles(engine, next),
    dispose: () => {
      for (const { id } of layers) if (engine.getLayer(id)) engine.removeLayer(id);
      for (const id of [handleSource, rubberSource]) if (engine.getSource(id)) engine.removeSource(id);
    },
  };
};

const createFinder = (engine: Engine, touch: boolean) => (handles: readonly RouteHandle[], at: Pixel) => {
  const corners = (
    [
      [at.x - searched, at.y - searched],
      [at.x + searched, at.y - searched],
      [at.x + searched, at.y + searched],
      [at.x - searched, at.y + searched],
    ] as const
  ).map((pixel) => engine.unproject([...pixel]));
  const [west, east] = [Math.min, Math.max].map((end) => end(...corners.map(({ lng }) => lng)));
  const [south, north] = [Math.min, Math.max].map((end) => end(...corners.map(({ lat }) => lat)));
  const near = ({ lng, lat }: Place) =>
    lng >= (west ?? 0) && lng <= (east ?? 0) && lat >= (south ?? 0) && lat <= (north ?? 0);
  return handleAt(handles, at, (handle) => engine.project(position(handle)), near, touch);
};

interface Drag {
  readonly id: string;
  readonly from: Pixel;
  readonly ties: readonly Place[];
  moved: boolean;
}

const createTool = (engine: Engine, options: HandleOptions): HandleTool => {
  const touch = options.touch ?? false;
  const drawing = createDrawing(engine, options.theme, touch);
  const find = createFinder(engine, touch);
  let handles: readonly RouteHandle[] = [];
  let chosen: ReadonlySet<string> = new Set();
  let rubber: readonly Place[] = [];
  let drag: Drag | null = null;
  /** A click follows the end of a drag; it belongs to the drag. */
  let dragged = false;
  let hovered: string | null = null;
  let pressing: ReturnType<typeof setTimeout> | undefined;
  const under = (event: PointerEvent) => find(handles, event.point);
  const showSelected = () => drawing.select(handles.flatMap(({ id }, at) => (chosen.has(id) ? [at] : [])));
  const menu = (event: PointerEvent) => {
    const box = engine.getContainer().getBoundingClientRect();
    const { x, y } = event.point;
    options.onMenu(placeOf(event), under(event)?.id ?? null, { x: box.left + x, y: box.top + y });
  };

  const down = (event: PointerEvent) => {
    dragged = false;
    const button = (event.originalEvent as MouseEvent).button ?? 0;
    const fingers = (event as MapTouchEvent).points?.length ?? 1;
    clearTimeout(pressing);
    if (button !== 0 || fingers > 1) return;
    if (event.type === 'touchstart')
      pressing = setTimeout(() => {
        drag = null;
        dragged = true;
        menu(event);
      }, longPress);
    const hit = under(event);
    if (!hit) return;
    event.preventDefault();
    drag = { id: hit.id, from: event.point, ties: options.tiesOf(hit.id), moved: false };
  };
  const move = (event: PointerEvent) => {
    if (!drag) {
      if (rubber.length > 0) drawing.rubber(rubber, placeOf(event));
      if (event.type !== 'mousemove' || event.originalEvent.buttons !== 0) return;
      const over = under(event)?.id ?? null;
      if (over === hovered) return;
      hovered = over;
      engine.getCanvas().style.cursor = over === null ? (rubber.length > 0 ? 'crosshair' : '') : 'move';
      options.onHover?.(over);
      return;
    }
    const { x, y } = event.point;
    if (!drag.moved && Math.hypot(x - drag.from.x, y - drag.from.y) < tremble) return;
    clearTimeout(pressing);
    drag.moved = true;
    drawing.rubber(drag.ties, placeOf(event));
    const held = drag.id;
    drawing.handles(handles.map((one) => (one.id === held ? { ...one, ...placeOf(event) } : one)));
    options.onDragging?.(held, placeOf(event));
  };
  const up = (event: PointerEvent) => {
    clearTimeout(pressing);
    const ended = drag;
    drag = null;
    if (!ended?.moved) return;
    dragged = true;
    drawing.rubber([], null);
    options.onDragging?.(ended.id, null);
    options.onMoved(ended.id, placeOf(event));
  };
  const click = (event: MapMouseEvent) => {
    if (!dragged) options.onClick(placeOf(event), under(event)?.id ?? null, keysOf(event));
    dragged = false;
  };
  const twice = (event: MapMouseEvent) => {
    if (options.onDoubleClick(placeOf(event), under(event)?.id ?? null)) event.preventDefault();
  };
  const leave = () => {
    if (!drag) drawing.rubber([], null);
  };
  const listeners = [
    ['mousedown', down],
    ['touchstart', down],
    ['mousemove', move],
    ['touchmove', move],
    ['mouseup', up],
    ['touchend', up],
    ['click', click],
    ['dblclick', twice],
    ['contextmenu', menu],
    ['mouseout', leave],
  ] as const;
  for (const [name, listener] of listeners) engine.on(name as 'click', listener as () => void);
  return {
    set: (next) => {
      handles = next;
      drawing.handles(next);
      showSelected();
    },
    select: (ids) => {
      chosen = ids;
      showSelected();
    },
    rubber: (from) => {
      rubber = from;
      if (from.length === 0) drawing.rubber([], null);
    },
    setTheme: drawing.recolour,
    dispose: () => {
      clearTimeout(pressing);
      for (const [name, listener] of listeners) engine.off(name as 'click', listener as () => void);
      // The engine may have ended before the tool.
      try {
        engine.getCanvas().style.cursor = '';
        drawing.dispose();
      } catch {
        return;
      }
    },
  };
};

/** Handles of a route on the flat map. Null where the map is drawn by another engine, or by none: lists and forms do it then. */
export const openHandleTool = (host: MapEngine, options: HandleOptions): HandleTool | null => {
  const engine = engineOf(host);
  return engine ? createTool(engine, options) : null;
};
