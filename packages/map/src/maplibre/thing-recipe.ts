import type * as GeoJSON from 'geojson';
import type { AddLayerObject, ExpressionSpecification, GeoJSONSource, Map as Engine } from 'maplibre-gl';
import type { LabelFont, MapTheme, Thing } from '../contract.ts';
import { createLabelGate } from '../label-gate.ts';
import { createThingBook, type ThingBook } from '../things.ts';
import { markerPicture } from './icons.ts';
import { featureCollection, type PartRecipe } from './parts.ts';

const featureOf = (thing: Thing, label: string): GeoJSON.Feature => {
  const kind = thing.badge === undefined ? (thing.plate ? 'plate' : 'free') : 'badge';
  return {
    type: 'Feature',
    properties: {
      id: thing.id,
      icon: markerPicture(thing.look, kind),
      // Only the triangle has a direction; a turned plate would look like another shape.
      heading: thing.look === 'working' && kind === 'free' ? (thing.heading ?? 0) : 0,
      label,
      badge: thing.badge ?? '',
      radius: kind === 'badge' ? 14 : 21,
    },
    geometry: { type: 'Point', coordinates: [thing.lng, thing.lat] },
  };
};

const later = (run: () => void, delay: number) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};

export interface ThingRecipe extends PartRecipe<readonly Thing[]> {
  readonly book: ThingBook;
  select(id: string | null): void;
}

// As a state of the feature the mark appears at once; as a filter it would wait for the worker.
const whenSelected = (opacity: number): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'selected'], false],
  opacity,
  0,
];

const styleLayers = (id: string, theme: MapTheme, fonts: string[]): AddLayerObject[] => [
  {
    id: `${id}/selected`,
    type: 'circle',
    source: id,
    paint: {
      'circle-radius': ['get', 'radius'],
      'circle-color': theme.tones.accent,
      'circle-opacity': whenSelected(0.22),
      'circle-stroke-color': theme.tones.accent,
      'circle-stroke-width': 2,
      'circle-stroke-opacity': whenSelected(1),
    },
  },
  {
    id: `${id}/symbol`,
    type: 'symbol',
    source: id,
    layout: {
      'icon-image': ['get', 'icon'],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-rotate': ['get', 'heading'],
      'icon-rotation-alignment': 'map',
      'text-field': ['get', 'badge'],
      'text-font': fonts,
      'text-size': 11,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': theme.text },
  },
  {
    id: `${id}/label`,
    type: 'symbol',
    source: id,
    filter: ['!=', ['get', 'label'], ''],
    layout: {
      'text-field': ['get', 'label'],
      'text-font': fonts,
      'text-size': 12,
      'text-anchor': 'top',
      'text-offset': [0, 1.5],
      'text-max-width': 12,
    },
    paint: { 'text-color': theme.text, 'text-halo-color': theme.halo, 'text-halo-width': 1.5 },
  },
];

/** Markers, their numbers and their labels, and the ring of the selected one. */
export const thingsRecipe = (engine: Engine, id: string, theme: MapTheme, font: LabelFont): ThingRecipe => {
  const shown = createLabelGate(font.load, () => book.redraw());
  const book = createThingBook(
    (things) =>
      void engine
        .getSource<GeoJSONSource>(id)
        ?.setData(featureCollection(things.map((thing) => featureOf(thing, shown(thing.label ?? ''))))),
    () => performance.now(),
    later,
  );
  let marked: string | null = null;
  const mark = (thing: string | null, selected: boolean) => {
    if (thing !== null) engine.setFeatureState({ source: id, id: thing }, { selected });
  };
  return {
    book,
    kind: 'things',
    source: { type: 'geojson', data: featureCollection([]), promoteId: 'id' },
    layers: styleLayers(id, theme, [font.family]),
    clickable: [`${id}/symbol`],
    set: (things) => book.set(things),
    select: (selected) => {
      mark(marked, false);
      marked = selected;
      mark(selected, true);
    },
    recolour: (next) => {
      engine.setPaintProperty(`${id}/selected`, 'circle-color', next.tones.accent);
      engine.setPaintProperty(`${id}/selected`, 'circle-stroke-color', next.tones.accent);
      engine.setPaintProperty(`${id}/symbol`, 'text-color', next.text);
      engine.setPaintProperty(`${id}/label`, 'text-color', next.text);
      engine.setPaintProperty(`${id}/label`, 'text-halo-color', next.halo);
    },
    dispose: () => book.dispose(),
  };
};
