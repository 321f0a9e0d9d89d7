import { pointKinds } from '@eyrie/domain';
import { bounds, type Place } from '@eyrie/geometry';
import {
  useLines,
  useMapMode,
  useOverlay,
  usePolygons,
  useRouteHandles,
  useThings,
  type Line,
  type MapHost,
  type Overlay,
  type Polygon,
  type Thing,
} from '@eyrie/map';
import { pointLines } from '@eyrie/planner';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { copyText } from '../../../platform/copy.ts';
import type { FindNamed } from '../../../platform/map-part.ts';
import { useMapTheme } from '../../../platform/map.ts';
import { MapTools, PlaceFoot } from '../../../platform/map-tools.tsx';
import { PageMap } from '../../../platform/page-map.tsx';
import { useText } from '../../../platform/text.tsx';
import type { Computed } from './compute.ts';
import { clicked, finishDrawing, insertAfter, moved } from './gestures.ts';
import { areasOf, handlesOf, openEdges, rawLines, rubberOf, tiesOf } from './map-content.ts';
import { placesIn } from './drawn-places.ts';
import { freeRoom } from './free-room.ts';
import { MapMenu } from './map-menu.tsx';
import type { PlanDock } from './plan-docks.ts';
import { menuItems } from './menu-items.ts';
import type { Editor } from './use-editor.ts';
import './editor-map.css';

/** More stalks than these hide what they stand on. */
const stalksAtMost = 2_000;

const linesOf = (editor: Editor, computed: Computed | null): Line[] => {
  const { plan } = editor;
  const drawn: Line[] = (computed?.drawn ?? []).map(({ pass, path }, at) => ({
    id: `line.${at}`,
    path,
    tone: pass === 0 ? 'accent' : 'muted',
    arrows: true,
  }));
  // Points by hand are drawn as they are now; what is computed comes a moment later.
  const own =
    pointKinds.has(plan.type) && !sameLines(drawn, pointLines(plan.points)) ? rawLines(plan) : drawn;
  return [...openEdges(plan), ...(own.length > 0 ? own : rawLines(plan))];
};

const sameLines = (drawn: readonly Line[], lines: readonly (readonly unknown[])[]): boolean =>
  drawn.length === lines.length && drawn.every(({ path }, at) => path.length === lines[at]?.length);

/** Lines of points by hand as they are now, with the heights that were computed for them. */
const followed = ({ plan }: Editor, lines: Line[]): Line[] => {
  if (!pointKinds.has(plan.type)) return lines;
  const now = new Map(pointLines(plan.points).map((points, at) => [`line.${at}`, points]));
  return lines.map((line) => {
    const points = now.get(line.id);
    return points
      ? { ...line, path: line.path.map((spot, at) => ({ ...spot, ...only(points[at] ?? spot) })) }
      : line;
  });
};
const only = ({ lng, lat }: Place): Place => ({ lng, lat });

const stalks = (computed: Computed | null): Thing[] =>
  (computed?.drawn ?? []).flatMap(({ path }, line) =>
    path.length > stalksAtMost
      ? []
      : path.map((spot, at) => ({
          id: `${line}.${at}`,
          ...spot,
          look: 'working' as const,
          badge: String(at + 1),
          stalk: true,
        })),
  );

/** Shows the whole plan once a map is there; the eye belongs to the person from then on. */
const useStart = (editor: Editor, host: MapHost | null, docks: readonly Place[]): void => {
  const [drawn] = useState(() => bounds(placesIn(editor)));
  // A new route begins near the docks.
  const seen = drawn ?? bounds(docks);
  const shown = useRef<MapHost | null>(null);
  useEffect(() => {
    if (!host || !seen || shown.current === host) return;
    host.fit(seen, { padding: freeRoom(60), maxZoom: drawn ? 17 : 15 });
    shown.current = host;
  }, [host, seen, drawn]);
};

interface EditorMapProps {
  editor: Editor;
  computed: Computed | null;
  host: MapHost | null;
  onHost: (host: MapHost | null) => void;
  /** Ids of points at which something is wrong. */
  alarms: ReadonlySet<string>;
  /** Further lines and marks, such as the aircraft of the playback. */
  extraLines: readonly Line[];
  marks: readonly Thing[];
  /** Ground that cameras see. */
  views: readonly Polygon[];
  /** Lines of sight. */
  cones: readonly Line[];
  /** On how many photos places are. */
  overlap: Overlay | null;
  touch: boolean;
  docks: readonly PlanDock[];
  findPlace: FindNamed | undefined;
  onHover: (handle: string | null) => void;
  /** Over the map. */
  children?: ReactNode;
}

const usePlanLayers = (props: EditorMapProps): void => {
  const { editor, computed, host, extraLines, marks, views, cones, overlap, docks } = props;
  const mode = useMapMode(host);
  const { plan } = editor;
  const areas = useMemo(() => areasOf(plan), [plan]);
  const lines = useMemo(
    () => [...followed(editor, linesOf(editor, computed)), ...extraLines],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the editor only its plan is drawn
    [plan, computed, extraLines],
  );
  const standing = useMemo(() => (mode === '2d' ? [] : stalks(computed)), [mode, computed]);
  const things = useMemo(() => {
    const { takeOff } = plan.settings;
    const home: Thing[] = takeOff
      ? [{ id: 'home', ...only(takeOff), look: 'live', plate: true, badge: 'H' }]
      : [];
    return [...home, ...standing, ...marks];
  }, [plan.settings, standing, marks]);
  const standingDocks = useMemo(
    () =>
      docks.map(({ oid, name, lng, lat }): Thing => ({
        id: oid,
        lng,
        lat,
        look: 'live',
        plate: true,
        label: name,
      })),
    [docks],
  );
  useThings(host, 'route-plan-docks', standingDocks);
  useOverlay(host, 'route-plan-overlap', overlap);
  usePolygons(host, 'route-plan-areas', areas);
  usePolygons(host, 'route-plan-views', views);
  useLines(host, 'route-plan-cones', cones);
  useLines(host, 'route-plan-lines', lines);
  useThings(host, 'route-plan-things', things);
};

/** The map on which a plan is drawn. */
export function EditorMap(props: EditorMapProps): ReactNode {
  const { editor, host, onHost, alarms, touch, docks, onHover, children } = props;
  const text = useText();
  const theme = useMapTheme();
  useStart(editor, host, docks);
  const [menu, setMenu] = useState<{
    place: Place;
    handle: string | null;
    at: { x: number; y: number };
  } | null>(null);
  const { plan, tool, drawing, selected } = editor;
  usePlanLayers(props);
  const handles = useMemo(() => handlesOf(plan, drawing, alarms), [plan, drawing, alarms]);
  const after = insertAfter(editor);
  const rubber = useMemo(() => rubberOf(plan, tool, drawing, after), [plan, tool, drawing, after]);
  useRouteHandles(host, {
    handles,
    selected,
    rubber,
    theme,
    touch,
    onClick: (place, id, keys) => clicked(editor.live, place, id, keys),
    onDoubleClick: () => {
      if (editor.live.tool === 'select') return false;
      finishDrawing(editor.live);
      return true;
    },
    onMoved: (id, place) => moved(editor.live, id, place),
    onHover,
    onMenu: (place, handle, at) => setMenu({ place, handle, at }),
    tiesOf: (id) => tiesOf(plan, id),
  });
  const close = useCallback(() => setMenu(null), []);
  return (
    <div className="planner-map">
      <PageMap label={text('planner.map')} onHost={onHost}>
        <div className="planner-free" />
        <div className="planner-map-tools">
          <MapTools host={host} find={props.findPlace} />
        </div>
        {children}
        <PlaceFoot host={host} />
      </PageMap>
      {menu ? (
        <MapMenu
          at={menu.at}
          items={menuItems(editor.live, menu.place, menu.handle, {
            text,
            copy: (written) => void copyText(written),
          })}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
