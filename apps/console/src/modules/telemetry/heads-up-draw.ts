import { obstacleReach } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { Figures } from '../../platform/figures.ts';
import { headsUpSources, radarPaths, type Drawn, type HeadsUp, type SourceState } from './heads-up.ts';

/** How values are put into words; they change with language and units. */
export interface HeadsUpWords {
  figures: Pick<Figures, 'height' | 'speed' | 'length' | 'amount' | 'duration'>;
  text: (id: PhraseId, values?: Record<string, string | number>) => string;
}

/** Figures of the overlay by name, with how each is written. */
const headsUpFigures = [
  'battery',
  'remaining',
  'height',
  'speedV',
  'speedH',
  'homeDistance',
  'wind',
  'head',
  'gimbalPitch',
  'zoom',
  'laser',
  'nearest',
  'above',
  'below',
  'delay',
] as const;
export type HeadsUpFigure = (typeof headsUpFigures)[number];

const degrees = (value: number, { figures }: HeadsUpWords): string => figures.amount(value, '°', 0);

/** Metres to an obstacle; that there is none within reach is a measurement too. */
const clearance = (distance: number | null, { figures, text }: HeadsUpWords): string | null => {
  if (distance === null) return null;
  return distance >= obstacleReach
    ? text('headsUp.free', { distance: figures.length(obstacleReach) })
    : figures.length(distance);
};

/** The nearest obstacle in words; null: nothing is measured around it. */
const nearestWords = ({ value }: HeadsUp['obstacles'], words: HeadsUpWords): string | null => {
  if (!value) return null;
  const { around, sensing, nearest } = value;
  if (!around)
    return words.text(sensing === 'downwards' ? 'headsUp.sensing.downwards' : 'headsUp.sensing.unknown');
  if (nearest)
    return words.text('headsUp.nearestAt', {
      distance: words.figures.length(nearest.distance),
      at: degrees(nearest.at, words),
    });
  return around.includes(null) ? words.text('headsUp.partly') : clearance(obstacleReach, words);
};

const written = <Value>(
  { value, from }: Drawn<Value>,
  write: (value: Value) => string | null,
): Drawn<string> => ({ value: value === null ? null : write(value), from });

/** What each figure reads; a null is a dash. */
export const figureTexts = (shown: HeadsUp, words: HeadsUpWords): Record<HeadsUpFigure, Drawn<string>> => {
  const { figures, text } = words;
  const inDegrees = (drawn: Drawn<number>): Drawn<string> => written(drawn, (value) => degrees(value, words));
  const { obstacles, windDir } = shown;
  return {
    battery: written(shown.battery, (split) =>
      text('headsUp.battery', {
        flight: Math.round(split.flight),
        back: Math.round(split.return),
        land: Math.round(split.land),
      }),
    ),
    remaining: written(shown.remaining, figures.duration),
    height: written(shown.height, figures.height),
    speedV: written(shown.speedV, figures.speed),
    speedH: written(shown.speedH, figures.speed),
    homeDistance: written(shown.homeDistance, figures.length),
    wind: written(shown.wind, (speed) =>
      windDir.value === null
        ? figures.speed(speed)
        : `${figures.speed(speed)} · ${degrees(windDir.value, words)}`,
    ),
    head: inDegrees(shown.head),
    gimbalPitch: inDegrees(shown.gimbalPitch),
    zoom: written(shown.zoom, (factor) => figures.amount(factor, '×', 1)),
    laser: written(shown.laser, figures.length),
    nearest: { value: nearestWords(obstacles, words), from: 'obstacles' },
    above: { value: clearance(obstacles.value?.up ?? null, words), from: 'obstacles' },
    below: { value: clearance(obstacles.value?.down ?? null, words), from: 'obstacles' },
    delay: written(shown.delay, (ms) => figures.amount(ms, text('unit.millisecond'), 0)),
  };
};

/** How old a source is, in words. */
export const sourceText = ({ freshness, ageMs }: SourceState, { figures, text }: HeadsUpWords): string => {
  if (freshness === 'none' || ageMs === null) return text('headsUp.notReported');
  const age = figures.amount(ageMs / 1_000, text('unit.second'), 1);
  return freshness === 'old' ? text('headsUp.old', { age }) : age;
};

/** Degrees of pitch that move the horizon by its radius. */
const pitchReach = 45;
const horizonRadius = 30;

/** Elements of the drawing by name, found once: it is drawn ten times a second. */
const partsOf = (root: HTMLElement) => {
  const find = (key: string, name: string): Element | null => root.querySelector(`[data-${key}="${name}"]`);
  return {
    figures: headsUpFigures.map((name) => [name, find('figure', name), find('value', name)] as const),
    sources: headsUpSources.map((name) => [name, find('source', name), find('age', name)] as const),
    battery: (['land', 'return', 'flight'] as const).map((name) => [name, find('share', name)] as const),
    bands: (['near', 'middle', 'far', 'unknown'] as const).map((name) => [name, find('band', name)] as const),
    horizon: find('part', 'horizon'),
    attitude: find('part', 'attitude'),
    compass: find('part', 'compass'),
    home: find('part', 'home'),
    radar: find('part', 'radar'),
  };
};

/** Writes only what differs: a page that is drawn ten times a second must not be laid out as often. */
const put = (element: Element | null, name: string, value: string): void => {
  if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
};
const putText = (element: Element | null, value: string): void => {
  if (element && element.textContent !== value) element.textContent = value;
};
const putShown = (element: Element | null, shown: boolean): void =>
  put(element, 'visibility', shown ? 'visible' : 'hidden');

type Parts = ReturnType<typeof partsOf>;

const drawCompass = ({ horizon, attitude, compass, home }: Parts, shown: HeadsUp): void => {
  const { value: tilt } = shown.attitude;
  put(attitude, 'data-freshness', shown.sources.aircraft.freshness);
  putShown(horizon, tilt !== null);
  if (tilt) {
    const pitch = Math.max(-pitchReach, Math.min(pitchReach, tilt.pitch));
    const down = ((pitch * horizonRadius) / pitchReach).toFixed(1);
    put(horizon, 'transform', `rotate(${(-tilt.roll).toFixed(1)}) translate(0 ${down})`);
  }
  put(compass, 'data-freshness', shown.sources[shown.head.from].freshness);
  putShown(compass, shown.head.value !== null);
  if (shown.head.value !== null) put(compass, 'transform', `rotate(${(-shown.head.value).toFixed(1)})`);
  putShown(home, shown.home.value !== null);
  if (shown.home.value !== null) put(home, 'transform', `rotate(${shown.home.value.toFixed(1)})`);
};

const drawBattery = ({ battery }: Parts, { battery: { value } }: HeadsUp): void => {
  for (const [name, element] of battery)
    if (element instanceof HTMLElement) {
      const width = `${value ? value[name] : 0}%`;
      if (element.style.inlineSize !== width) element.style.inlineSize = width;
    }
};

/**
 * Draws into elements that stand: their texts and places alone change, and React is not asked for it.
 * @param root holds the elements, named by their `data-` attributes
 */
export const createHeadsUpDrawing = (root: HTMLElement) => {
  const parts = partsOf(root);
  return (shown: HeadsUp, words: HeadsUpWords): void => {
    const texts = figureTexts(shown, words);
    for (const [name, line, element] of parts.figures) {
      const { value, from } = texts[name];
      putText(element, value ?? '–');
      put(line, 'data-from', from);
      put(line, 'data-freshness', value === null ? 'none' : shown.sources[from].freshness);
    }
    for (const [name, line, element] of parts.sources) {
      putText(element, sourceText(shown.sources[name], words));
      put(line, 'data-freshness', shown.sources[name].freshness);
    }
    const paths = radarPaths(shown.obstacles.value?.around ?? null);
    put(parts.radar, 'data-freshness', shown.sources.obstacles.freshness);
    for (const [band, element] of parts.bands) put(element, 'd', paths[band]);
    drawCompass(parts, shown);
    drawBattery(parts, shown);
  };
};
