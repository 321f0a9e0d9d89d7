import type { AddLayerObject, ExpressionSpecification, Map as Engine } from 'maplibre-gl';
import type { MapTheme } from '../contract.ts';

export const handleSource = 'route-edit';
export const rubberSource = 'route-edit-rubber';

const selected: ExpressionSpecification = ['boolean', ['feature-state', 'selected'], false];

const fillOf = (theme: MapTheme): ExpressionSpecification => [
  'case',
  selected,
  theme.tones.accent,
  ['==', ['get', 'kind'], 'middle'],
  theme.tones.muted,
  theme.plate,
];
const edgeOf = (theme: MapTheme): ExpressionSpecification => [
  'case',
  ['get', 'alarm'],
  theme.tones.alarm,
  selected,
  theme.text,
  ['==', ['get', 'kind'], 'corner'],
  theme.tones.attention,
  theme.tones.accent,
];
const inkOf = (theme: MapTheme): ExpressionSpecification => ['case', selected, theme.plate, theme.text];

/** CSS pixels. */
export const radiusOf = (kind: string, touch: boolean): number => {
  const radius = kind === 'point' ? 11 : kind === 'middle' ? 5 : 8;
  return touch ? radius * 1.6 : radius;
};

const radiusBy = (touch: boolean): ExpressionSpecification => [
  'match',
  ['get', 'kind'],
  'point',
  radiusOf('point', touch),
  'middle',
  radiusOf('middle', touch),
  radiusOf('corner', touch),
];

/** Of a long route only as many handles as have room at a zoom, see `zoomsOf`. */
const hasRoom: ExpressionSpecification = ['<=', ['get', 'from'], ['zoom']];

/** From below: lines to the pointer, discs, and what stands in them. */
export const handleLayers = (theme: MapTheme, touch: boolean, fonts: string[]): readonly AddLayerObject[] => [
  {
    id: `${rubberSource}/line`,
    type: 'line',
    source: rubberSource,
    paint: { 'line-color': theme.tones.accent, 'line-width': 2, 'line-dasharray': [2, 1.5] },
  },
  {
    id: `${handleSource}/disc`,
    type: 'circle',
    source: handleSource,
    filter: hasRoom,
    paint: {
      'circle-radius': radiusBy(touch),
      'circle-color': fillOf(theme),
      'circle-opacity': ['case', ['==', ['get', 'kind'], 'middle'], 0.7, 1],
      'circle-stroke-color': edgeOf(theme),
      'circle-stroke-width': 2,
    },
  },
  {
    id: `${handleSource}/badge`,
    type: 'symbol',
    source: handleSource,
    filter: ['all', ['!=', ['get', 'badge'], ''], hasRoom],
    layout: {
      'text-field': ['get', 'badge'],
      'text-font': fonts,
      'text-size': touch ? 15 : 11,
      // Numbers that would lie on one another are left out; the discs stay.
      'text-allow-overlap': false,
      'text-padding': 0,
    },
    paint: { 'text-color': inkOf(theme) },
  },
];

export const recolourHandles = (engine: Engine, theme: MapTheme): void => {
  engine.setPaintProperty(`${rubberSource}/line`, 'line-color', theme.tones.accent);
  engine.setPaintProperty(`${handleSource}/disc`, 'circle-color', fillOf(theme));
  engine.setPaintProperty(`${handleSource}/disc`, 'circle-stroke-color', edgeOf(theme));
  engine.setPaintProperty(`${handleSource}/badge`, 'text-color', inkOf(theme));
};
