import type { AddLayerObject, ExpressionSpecification } from 'maplibre-gl';
import type { MapTheme } from '../contract.ts';

// As a state of the feature the mark appears at once; as a filter it would wait for the worker.
const whenSelected = (opacity: number): ExpressionSpecification => [
  'case',
  ['boolean', ['feature-state', 'selected'], false],
  opacity,
  0,
];

const symbols = (id: string, theme: MapTheme, fonts: string[]): AddLayerObject => ({
  id: `${id}/symbol`,
  type: 'symbol',
  source: id,
  filter: ['has', 'icon'],
  layout: {
    'icon-image': ['get', 'icon'],
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
    'icon-rotate': ['get', 'heading'],
    'icon-rotation-alignment': 'map',
    // On a tilted map a symbol stands upright: laid flat, its shape would be another.
    'icon-pitch-alignment': 'viewport',
    'text-field': ['get', 'badge'],
    'text-font': fonts,
    'text-size': 11,
    'text-allow-overlap': true,
    'text-ignore-placement': true,
  },
  paint: { 'text-color': theme.text, 'icon-opacity': ['get', 'alpha'], 'text-opacity': ['get', 'alpha'] },
});

const labels = (id: string, theme: MapTheme, fonts: string[]): AddLayerObject => ({
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
});

const always = { 'text-allow-overlap': true, 'text-ignore-placement': true } as const;

/** Signs of things, and bundles with their counts; beside a bundle, how many in it are as bad as the worst. */
const overSymbols = (id: string, theme: MapTheme, fonts: string[]): AddLayerObject[] => [
  {
    id: `${id}/sign`,
    type: 'symbol',
    source: id,
    filter: ['has', 'sign'],
    layout: {
      'icon-image': ['get', 'sign'],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'icon-pitch-alignment': 'viewport',
    },
  },
  {
    id: `${id}/bundle`,
    type: 'symbol',
    source: id,
    filter: ['has', 'count'],
    layout: {
      'icon-image': ['get', 'picture'],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'text-field': ['to-string', ['get', 'count']],
      'text-font': fonts,
      'text-size': 12,
      ...always,
    },
    paint: { 'text-color': theme.text },
  },
  {
    id: `${id}/worst`,
    type: 'symbol',
    source: id,
    filter: ['>', ['coalesce', ['get', 'worst'], 0], 0],
    layout: {
      'text-field': ['to-string', ['get', 'worst']],
      'text-font': fonts,
      'text-size': 11,
      'text-anchor': 'left',
      'text-offset': [1.9, -1.2],
      ...always,
    },
    paint: { 'text-color': theme.text, 'text-halo-color': theme.halo, 'text-halo-width': 1.5 },
  },
];

/** Ring of the selected one, many things in one go, symbols and what lies over them, names. */
export const thingStyles = (
  id: string,
  theme: MapTheme,
  fonts: string[],
  many: AddLayerObject,
): AddLayerObject[] => [
  {
    id: `${id}/selected`,
    type: 'circle',
    source: id,
    filter: ['!', ['has', 'count']],
    paint: {
      'circle-radius': ['get', 'radius'],
      'circle-color': theme.tones.accent,
      'circle-opacity': whenSelected(0.22),
      'circle-stroke-color': theme.tones.accent,
      'circle-stroke-width': 2,
      'circle-stroke-opacity': whenSelected(1),
    },
  },
  many,
  symbols(id, theme, fonts),
  ...overSymbols(id, theme, fonts),
  labels(id, theme, fonts),
];
