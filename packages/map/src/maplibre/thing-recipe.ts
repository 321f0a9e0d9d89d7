import type * as GeoJSON from 'geojson';
import type { GeoJSONSource, Map as Engine } from 'maplibre-gl';
import type { Bounds } from '@eyrie/geometry';
import type { LabelFont, MapTheme, Thing } from '../contract.ts';
import { createLabelGate } from '../label-gate.ts';
import { isRightToLeft, labelByCharacters } from '../label-text.ts';
import { bundled, fewFrom, manyFrom, type Cluster } from '../many/clusters.ts';
import { pictureOf } from '../many/instances.ts';
import { createManyLayer, type ManyLayer } from '../many/layer.ts';
import { createThingBook, type ThingBook } from '../things.ts';
import { bundlePicture, signPicture } from './icons.ts';
import { featureCollection, handOver, type PartRecipe } from './parts.ts';
import { thingStyles } from './thing-styles.ts';

/** Of many things those in view are named while they are no more than these. */
const namedAtMost = 60;
const ghostAlpha = 0.45;
/** CSS pixels around a click in which one of many things counts as hit. */
const reach = 18;

const pointOf = ({ lng, lat }: { lng: number; lat: number }): GeoJSON.Point => ({
  type: 'Point',
  coordinates: [lng, lat],
});

const featureOf = (thing: Thing, label: string): GeoJSON.Feature => {
  const { id, turned } = pictureOf(thing);
  return {
    type: 'Feature',
    properties: {
      id: thing.id,
      icon: id,
      // Only the triangle has a direction; a turned plate would look like another shape.
      heading: turned ? (thing.heading ?? 0) : 0,
      label,
      badge: thing.badge ?? '',
      radius: thing.badge === undefined ? 21 : 14,
      alpha: thing.ghost ? ghostAlpha : 1,
      ...(thing.sign ? { sign: signPicture(thing.sign) } : {}),
    },
    geometry: pointOf(thing),
  };
};

/** Of a thing whose symbol is drawn with many others: its name and the place of its ring. */
const nameOf = (thing: Thing, label: string): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { id: thing.id, label, radius: 21 },
  geometry: pointOf(thing),
});

const bundleOf = (cluster: Cluster): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {
    id: `bundle ${cluster.id}`,
    count: cluster.count,
    // How many are as bad as the worst; where all are, the symbol says it.
    worst: cluster.worst < cluster.count ? cluster.worst : 0,
    picture: bundlePicture(cluster.look),
    label: '',
  },
  geometry: pointOf(cluster),
});

const later = (run: () => void, delay: number) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};

export interface ThingRecipe extends PartRecipe<readonly Thing[]> {
  readonly book: ThingBook;
  select(id: string | null): void;
}

const boxesOf = (clusters: readonly Cluster[]): Map<string, Bounds> =>
  new Map(clusters.map(({ id, bounds }) => [`bundle ${id}`, bounds]));

/** Draws things, bundled where they would lie on each other; of many the others in one go, with a few names. */
const createCrowd = (engine: Engine, layer: ManyLayer, shown: (label: string) => string) => {
  let singles: readonly Thing[] = [];
  let boxes = new Map<string, Bounds>();
  const inView = (): readonly Thing[] => {
    const bounds = engine.getBounds();
    const found: Thing[] = [];
    for (const thing of singles) {
      if (thing.label === undefined || !bounds.contains([thing.lng, thing.lat])) continue;
      if (found.push(thing) > namedAtMost) return [];
    }
    return found;
  };
  const clearCrowd = (): void => {
    if (singles.length === 0) return;
    singles = [];
    layer.set(singles);
  };
  return {
    /** Hands over the things and gives the features that stand beside them. */
    draw: (things: readonly Thing[], selected: string | null): GeoJSON.Feature[] => {
      const { singles: alone, clusters } = bundled(things, engine.getZoom());
      boxes = boxesOf(clusters);
      if (things.length <= manyFrom) {
        clearCrowd();
        return [
          ...alone.map((thing) => featureOf(thing, shown(thing.label ?? ''))),
          ...clusters.map(bundleOf),
        ];
      }
      singles = alone;
      layer.set(singles);
      const named = inView();
      const ringed = singles.filter(({ id }) => id === selected && !named.some((one) => one.id === id));
      return [
        ...clusters.map(bundleOf),
        ...named.map((thing) => nameOf(thing, shown(thing.label ?? ''))),
        ...ringed.map((thing) => nameOf(thing, '')),
      ];
    },
    bundle: (id: string): Bounds | null => boxes.get(id) ?? null,
    /** The nearest of many things at a point of the screen; the engine knows nothing of them. */
    hit: (x: number, y: number): string | null => {
      let [nearest, found]: [number, string | null] = [reach, null];
      const [one, other] = [
        engine.unproject([x - reach, y - reach]),
        engine.unproject([x + reach, y + reach]),
      ];
      const [west, east] = [Math.min(one.lng, other.lng), Math.max(one.lng, other.lng)];
      const wide = (east - west) * 2;
      for (const thing of singles) {
        if (thing.lng < west - wide || thing.lng > east + wide) continue;
        const at = engine.project([thing.lng, thing.lat]);
        const away = Math.hypot(at.x - x, at.y - y);
        if (away < nearest) [nearest, found] = [away, thing.id];
      }
      return found;
    },
  };
};

/** Markers, their numbers and their labels, and the ring of the selected one. */
export const thingsRecipe = (engine: Engine, id: string, theme: MapTheme, font: LabelFont): ThingRecipe => {
  const gate = createLabelGate(font.load, () => book.redraw());
  const shown = (label: string): string => gate(labelByCharacters(label, isRightToLeft()));
  const layer = createManyLayer(engine, `${id}/many`, theme);
  const crowd = createCrowd(engine, layer, shown);
  let marked: string | null = null;
  const draw = (things: readonly Thing[]) =>
    handOver(engine.getSource<GeoJSONSource>(id), crowd.draw(things, marked));
  const book = createThingBook(draw, () => performance.now(), later);
  // Bundles and names are those of a view.
  const moved = () => {
    if (book.size() > fewFrom) book.redraw();
  };
  engine.on('moveend', moved);
  const mark = (thing: string | null, selected: boolean) => {
    if (thing !== null) engine.setFeatureState({ source: id, id: thing }, { selected });
  };
  return {
    book,
    kind: 'things',
    source: { type: 'geojson', data: featureCollection([]), promoteId: 'id' },
    layers: thingStyles(id, theme, [font.family], layer),
    clickable: [`${id}/symbol`, `${id}/bundle`],
    hit: crowd.hit,
    bundle: crowd.bundle,
    set: (things) => book.set(things),
    setOpacity: layer.setOpacity,
    select: (selected) => {
      mark(marked, false);
      marked = selected;
      mark(selected, true);
      moved();
    },
    recolour: (next) => {
      layer.recolour(next);
      engine.setPaintProperty(`${id}/selected`, 'circle-color', next.tones.accent);
      engine.setPaintProperty(`${id}/selected`, 'circle-stroke-color', next.tones.accent);
      for (const text of ['symbol', 'bundle', 'worst', 'label'])
        engine.setPaintProperty(`${id}/${text}`, 'text-color', next.text);
      for (const text of ['worst', 'label'])
        engine.setPaintProperty(`${id}/${text}`, 'text-halo-color', next.halo);
    },
    dispose: () => {
      engine.off('moveend', moved);
      book.dispose();
    },
  };
};
