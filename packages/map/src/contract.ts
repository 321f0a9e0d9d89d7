import type { Bounds, Place } from '@eyrie/geometry';
import type { CloudLook } from './cloud-look.ts';
import type { SceneView } from './scene-view.ts';

/** Where the eye is. Zoom is that of 512 px web map tiles; bearing and pitch in degrees, pitch 0 looks straight down. */
export interface Camera extends Place {
  readonly zoom: number;
  readonly bearing: number;
  readonly pitch: number;
}

/** A place in space: metres above the WGS-84 ellipsoid. Without a height it lies on the ground. */
export interface Spot extends Place {
  readonly height?: number | null;
}

/** Free margin in CSS pixels around what must be seen, for panels that float over the map. Physical sides: a map is never mirrored. */
export interface Padding {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface FitOptions {
  readonly padding?: number | Padding;
  /** A single place would otherwise be shown from a hand's breadth. Default 16. */
  readonly maxZoom?: number;
  readonly animate?: boolean;
}

/** The five states of the product, and what each looks like everywhere: disc, triangle, ring, diamond, hollow disc. */
export const markerStates = ['live', 'working', 'attention', 'alarm', 'offline'] as const;
export type MarkerStyle = (typeof markerStates)[number];

/** What a thing warns of beside its state: a caution is a triangle, a warning a diamond, both with an exclamation mark. */
export const markerSigns = ['attention', 'alarm'] as const;
export type MarkerSign = (typeof markerSigns)[number];

/**
 * Something with a place of its own. The map knows no business word: `plate` draws the symbol on a square
 * plate (things that stand), without it the symbol stands free (things that move).
 */
export interface Thing extends Spot {
  readonly id: string;
  readonly look: MarkerStyle;
  readonly plate?: boolean;
  /** Degrees clockwise from north. Turns the triangle; the other shapes have no direction. */
  readonly heading?: number | null;
  /** Written under the symbol. */
  readonly label?: string;
  /** A few characters written inside a disc in place of the symbol: waypoint numbers. */
  readonly badge?: string;
  /** The badge stands on a hexagon in place of the disc. */
  readonly hexagon?: boolean;
  /** In 3D, a thin line from the thing down to the ground. */
  readonly stalk?: boolean;
  /** Drawn at its corner, whatever its state: it turns with nothing and is never pale. */
  readonly sign?: MarkerSign | null;
  /** Last known only: drawn pale. */
  readonly ghost?: boolean;
}

export type Tone = 'accent' | 'good' | 'attention' | 'alarm' | 'muted' | 'text';

export interface Line {
  readonly id: string;
  readonly path: readonly Spot[];
  readonly tone: Tone;
  /** CSS colour in place of the tone's: colours that people chose. */
  readonly colour?: string;
  /** CSS pixels, default 3. */
  readonly width?: number;
  readonly dashed?: boolean;
  /** Small arrows along the line in the order of its path. */
  readonly arrows?: boolean;
}

/** Patterns that tell areas apart without their colours. */
export type Hatch = 'cross' | 'diagonal' | 'horizontal' | 'dots';

export interface Polygon {
  readonly id: string;
  /** Outer ring first, then holes; closed automatically. */
  readonly rings: readonly (readonly Place[])[];
  readonly tone: Tone;
  /** CSS colour in place of the tone's: colours that people chose. */
  readonly colour?: string;
  /** Opacity of the fill, 0 to 1. */
  readonly fill?: number;
  /** Without an edge when false. */
  readonly edge?: boolean;
  /** Drawn over the fill, in the same colour. */
  readonly hatch?: Hatch;
  /**
   * In 3D, a body between two heights in metres above the WGS-84 ellipsoid, or above the ground under each corner; without it
   * the ground is painted. `from` null: from the ground.
   */
  readonly band?: {
    readonly from: number | null;
    readonly to: number;
    readonly over?: 'ground' | 'ellipsoid';
  };
}

/** Raster tiles by address with {z}, {x}, {y}. */
export interface TileLayer {
  readonly url: string;
  readonly tileSize?: number;
  readonly minZoom?: number;
  readonly maxZoom?: number;
  readonly opacity?: number;
  /** Said at the foot of the map. */
  readonly attribution?: string;
  /** Only within this box are there tiles. */
  readonly bounds?: Bounds;
  /** What their places are given in, default `wgs84`. The others are shifted in China as they are drawn; what is stored never is. */
  readonly datum?: 'wgs84' | 'gcj02' | 'bd09';
}

/** A 3D Tiles tileset: an oblique model, buildings or a point cloud. Drawn in 3D only. */
export interface Tileset {
  /** Of its root file. */
  readonly url: string;
  readonly pointCloud?: boolean;
  /** What the points of a cloud are coloured by; their own colours without it. */
  readonly look?: CloudLook;
  /** The most points of a cloud on the screen; without it as many as its detail wants. */
  readonly points?: number;
  /** Metres that the whole is raised by. */
  readonly heightOffset?: number;
  readonly opacity?: number;
}

/** A picture of the page's own making that lies on the ground, north up. */
export interface Overlay {
  readonly picture: HTMLCanvasElement;
  readonly bounds: Bounds;
}

/** Heights of the ground. */
export interface Terrain {
  /** Of a tile by {z}, {x}, {y}; of their description, whatever it is called, for `quantizedMesh`. */
  readonly url: string;
  readonly encoding: 'terrarium' | 'mapbox' | 'quantizedMesh';
  readonly tileSize?: number;
  readonly minZoom?: number;
  readonly maxZoom?: number;
  readonly bounds?: Bounds;
}

/** How a part that fetches stands. `failed` says why as the fetch gave it: a status, a time-out, a shape that is not one. */
export type LoadState =
  | { readonly state: 'loading' | 'ready' }
  | { readonly state: 'failed'; readonly reason: string };

/** A registered part of the map. After `dispose` every other call does nothing. */
export interface Layer<Content> {
  readonly id: string;
  /** Replaces the whole content. */
  set(content: Content): void;
  setVisible(visible: boolean): void;
  /** 0 to 1, over what the content itself says. */
  setOpacity(opacity: number): void;
  /** Told at once how it stands and on every change; what fetches nothing is `ready`. */
  onLoad(listener: (state: LoadState) => void): Stop;
  dispose(): void;
}

/** Moving things, fed as often as one likes and drawn a few times a second. */
export interface ThingLayer extends Layer<readonly Thing[]> {
  /** Adds or replaces one thing by its id. */
  put(thing: Thing): void;
  remove(id: string): void;
  /** Marks one thing as selected; null marks none. An id that is not there yet is marked when it comes. */
  select(id: string | null): void;
}

export interface Hit {
  readonly place: Place;
  /** The thing or line under the pointer, topmost first come; null on bare map. */
  readonly layerId: string | null;
  readonly id: string | null;
  /** Box around the members of a bundle under the pointer. Such a click moves the eye there and is told to nobody. */
  readonly bundle?: Bounds;
}

export interface LayerInfo {
  readonly id: string;
  readonly kind: 'tiles' | 'tileset' | 'overlay' | 'lines' | 'polygons' | 'things';
  readonly visible: boolean;
}

export type Stop = () => void;

/** Flat, round, or both side by side with each following the other. */
export const mapModes = ['2d', '3d', 'split'] as const;
export type MapMode = (typeof mapModes)[number];

/** What became of a change of mode: `noGraphics` and `notLoaded` leave the mode that was. */
export type ModeChange = 'done' | 'noGraphics' | 'notLoaded';

/**
 * What draws a map. Ids of layers are unique; adding one that exists replaces it.
 */
export interface MapEngine {
  /** `none` draws nothing: no graphics unit, or a test. Of both halves, the flat one. */
  readonly engine: '2d' | '3d' | 'none';
  camera(): Camera;
  /** Moves the eye; what is not given stays. With `animate` it glides unless the person asked for less motion. */
  setCamera(camera: Partial<Camera>, options?: { animate?: boolean }): void;
  /** Shows the whole box. Null does nothing. */
  fit(bounds: Bounds | null, options?: FitOptions): void;
  /** While the eye moves, and once at rest. */
  onCamera(listener: (camera: Camera) => void): Stop;
  /** Metres on the ground one CSS pixel covers at the centre. */
  metresPerPixel(): number;
  /** CSS pixels from the left top of the map, or null when it is not in view or nothing is drawn. */
  project(place: Place): { x: number; y: number } | null;
  /** Lays tiles over the built-in land; null takes them away. Everything that is added lies above. */
  setBasemap(tiles: TileLayer | null): void;
  addTiles(id: string, tiles: TileLayer): Layer<TileLayer>;
  addTileset(id: string, tileset: Tileset): Layer<Tileset>;
  /** Null: nothing lies there now. */
  addOverlay(id: string, overlay: Overlay | null): Layer<Overlay | null>;
  /** Null: the ground is the ellipsoid. */
  setTerrain(terrain: Terrain | null): void;
  /** Metres of the ground above the WGS-84 ellipsoid as far as loaded; null while unknown, never zero for unknown. */
  groundHeight(place: Place): number | null;
  /** Fetches what `groundHeight` needs at these places, as finely as there is. What cannot be had stays unknown; never rejects. */
  loadGround(places: readonly Place[]): Promise<void>;
  addLines(id: string, lines: readonly Line[]): Layer<readonly Line[]>;
  addPolygons(id: string, polygons: readonly Polygon[]): Layer<readonly Polygon[]>;
  addThings(id: string, things: readonly Thing[]): ThingLayer;
  /** From bottom to top, under every layer that is not named: what a page draws stays over the layers of a map. */
  order(ids: readonly string[]): void;
  /** From bottom to top. */
  layers(): readonly LayerInfo[];
  onClick(listener: (hit: Hit) => void): Stop;
  /** Place under the pointer; null when it left the map. */
  onPointer(listener: (place: Place | null) => void): Stop;
  /** How far a person may zoom. */
  setZoomRange(minZoom: number, maxZoom: number): void;
  setTheme(theme: MapTheme): void;
  dispose(): void;
}

/** One map on the page, whatever draws it. What is added to it is drawn in every mode that can show it. */
export interface MapHost extends MapEngine {
  mode(): MapMode;
  /** Keeps place, direction and height. The globe is loaded when it is first asked for; never rejects. */
  setMode(mode: MapMode): Promise<ModeChange>;
  onMode(listener: (mode: MapMode) => void): Stop;
  /** While it lasts clicks go to this listener alone: a tool is in the hand. The one begun last has them. */
  captureClicks(listener: (hit: Hit) => void): Stop;
  /**
   * Opens a second eye on the world of this map, in an element of its own; it follows the map's layers and ends with the map.
   * The globe is loaded when one is first asked for; never rejects. `label`: what a screen reader calls it.
   */
  openView(element: HTMLElement, label: string): Promise<SceneView | Exclude<ModeChange, 'done'>>;
  /** A picture of the map as it is now, or null where nothing is drawn. */
  picture(): Promise<HTMLCanvasElement | null>;
}

/** Colours as CSS text. */
export interface MapTheme {
  readonly water: string;
  readonly land: string;
  readonly grid: string;
  readonly text: string;
  /** Edge that keeps text and symbols readable over anything. */
  readonly halo: string;
  readonly plate: string;
  readonly looks: Readonly<Record<MarkerStyle, string>>;
  readonly tones: Readonly<Record<Tone, string>>;
}

/** What labels are drawn with. */
export interface LabelFont {
  /** Latin-first families, as in CSS. */
  readonly family: string;
  /** Resolves when the characters of the text can be drawn. */
  load(text: string): Promise<unknown>;
}

export interface MapOptions {
  readonly camera: Partial<Camera> & Place;
  readonly theme: MapTheme;
  /** What a screen reader calls the map. */
  readonly label: string;
  readonly minZoom?: number;
  readonly maxZoom?: number;
  /** Tiles over the built-in land. */
  readonly basemap?: TileLayer | null;
  readonly labelFont?: LabelFont;
}
