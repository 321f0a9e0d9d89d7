import type { CockpitPage } from './cockpit.ts';

/** What a cockpit may show. */
export const cockpitPanels = [
  'now',
  'numbers',
  'days',
  'docks',
  'map',
  'flights',
  'alarms',
  'orders',
  'weather',
  'flightTime',
  'flightDistance',
  'tasks',
  'findings',
  'pictures',
] as const;
export type CockpitPanel = (typeof cockpitPanels)[number];

/** Cockpits that are made of panels; the choice between them is not. */
export const arrangedPages = ['/CockpitLarge', '/Cockpit/TotalPerception'] as const;
export type ArrangedPage = (typeof arrangedPages)[number];
export const isArrangedPage = (page: CockpitPage | null): page is ArrangedPage =>
  arrangedPages.some((one) => one === page);

/** Shapes of screens: one of 16 : 9 at any number of lines, and two of them side by side. */
export const screenShapes = ['wide', 'double'] as const;
export type ScreenShape = (typeof screenShapes)[number];

/** Every screen is so many columns wide and rows high, whatever its pixels. */
export const panelGrid = { columns: 24, rows: 12 } as const;

/** A panel and its place, in cells from the start edge and from above. */
export interface PlacedPanel {
  panel: CockpitPanel;
  column: number;
  row: number;
  width: number;
  height: number;
}
export type PanelPlace = Omit<PlacedPanel, 'panel'>;

/** Less cannot be read from across a room: cells. */
export const leastPanel = (panel: CockpitPanel): { width: number; height: number } =>
  panel === 'map' || panel === 'pictures' ? { width: 6, height: 4 } : { width: 4, height: 2 };

export const screenThemes = ['organisation', 'dark', 'light'] as const;
export type ScreenTheme = (typeof screenThemes)[number];

/** What its map is drawn on. */
export const screenMapModes = ['2d', '3d'] as const;
export type ScreenMapMode = (typeof screenMapModes)[number];

/** What a screen shows and how. */
export interface ScreenLayout {
  /** `organisation`: as the look of the screens, or else of the console, says. */
  theme: ScreenTheme;
  /** Seconds that each view of the map's tour stands; null: the map shows everything and stays. */
  tourEvery: number | null;
  /** `3d` needs a graphics card; where the globe cannot be drawn the flat map stays. */
  mapMode: ScreenMapMode;
  wide: readonly PlacedPanel[];
  double: readonly PlacedPanel[];
}

export interface PlacementFault {
  /** Of the panel in its list. */
  at: number;
  field: keyof PlacedPanel;
  rule: 'twice' | 'tooSmall' | 'tooBig' | 'overlap';
  /** What the field may be: the bound, or the panel that lies there. */
  bound: number | CockpitPanel;
}

/** Whether two panels share a cell. */
export const panelsOverlap = (a: PanelPlace, b: PanelPlace): boolean =>
  a.column < b.column + b.width &&
  b.column < a.column + a.width &&
  a.row < b.row + b.height &&
  b.row < a.row + a.height;

const faultOf = (panels: readonly PlacedPanel[], at: number, one: PlacedPanel): PlacementFault[] => {
  const { columns, rows } = panelGrid;
  const least = leastPanel(one.panel);
  const before = panels.slice(0, at);
  const over = before.find((other) => panelsOverlap(other, one));
  const faults: (PlacementFault | false)[] = [
    before.some(({ panel }) => panel === one.panel) && {
      at,
      field: 'panel',
      rule: 'twice',
      bound: one.panel,
    },
    one.width < least.width && { at, field: 'width', rule: 'tooSmall', bound: least.width },
    one.height < least.height && { at, field: 'height', rule: 'tooSmall', bound: least.height },
    one.column + one.width > columns && { at, field: 'width', rule: 'tooBig', bound: columns - one.column },
    one.row + one.height > rows && { at, field: 'height', rule: 'tooBig', bound: rows - one.row },
    over !== undefined && { at, field: 'column', rule: 'overlap', bound: over.panel },
  ];
  return faults.filter((fault) => fault !== false);
};

/** Why panels cannot stand as they are placed: twice, too small, beyond the edge, or over another one. */
export const placementFaults = (panels: readonly PlacedPanel[]): PlacementFault[] =>
  panels.flatMap((one, at) => faultOf(panels, at, one));

const limited = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** Moves a panel by cells and keeps it within the screen. */
export const movedPanel = (one: PlacedPanel, columns: number, rows: number): PlacedPanel => ({
  ...one,
  column: limited(one.column + columns, 0, panelGrid.columns - one.width),
  row: limited(one.row + rows, 0, panelGrid.rows - one.height),
});

/** Makes a panel larger or smaller by cells at its end edge and below, within the screen and no smaller than may be. */
export const resizedPanel = (one: PlacedPanel, columns: number, rows: number): PlacedPanel => {
  const least = leastPanel(one.panel);
  return {
    ...one,
    width: limited(one.width + columns, least.width, panelGrid.columns - one.column),
    height: limited(one.height + rows, least.height, panelGrid.rows - one.row),
  };
};

/** Where a panel of its least size has room, the topmost first; null: nowhere. */
export const freePlace = (panels: readonly PlacedPanel[], panel: CockpitPanel): PlacedPanel | null => {
  const { width, height } = leastPanel(panel);
  for (let row = 0; row + height <= panelGrid.rows; row += 1)
    for (let column = 0; column + width <= panelGrid.columns; column += 1) {
      const place = { panel, column, row, width, height };
      if (!panels.some((one) => panelsOverlap(one, place))) return place;
    }
  return null;
};

const placed = (
  panel: CockpitPanel,
  column: number,
  row: number,
  width: number,
  height: number,
): PlacedPanel => ({ panel, column, row, width, height });

/** How each cockpit comes with the product. */
export const factoryLayout: Readonly<Record<ArrangedPage, ScreenLayout>> = {
  '/CockpitLarge': {
    theme: 'organisation',
    tourEvery: null,
    mapMode: '2d',
    wide: [
      placed('now', 0, 0, 6, 2),
      placed('numbers', 0, 2, 6, 6),
      placed('days', 0, 8, 6, 4),
      placed('map', 6, 0, 12, 8),
      placed('flights', 18, 0, 6, 5),
      placed('alarms', 18, 5, 6, 3),
      placed('orders', 6, 8, 12, 4),
      placed('weather', 18, 8, 6, 4),
    ],
    double: [
      placed('now', 0, 0, 4, 2),
      placed('numbers', 0, 2, 4, 7),
      placed('tasks', 0, 9, 4, 3),
      placed('days', 4, 0, 4, 3),
      placed('flightTime', 4, 3, 4, 3),
      placed('flightDistance', 4, 6, 4, 3),
      placed('orders', 4, 9, 4, 3),
      placed('map', 8, 0, 8, 12),
      placed('flights', 16, 0, 4, 8),
      placed('findings', 16, 8, 4, 4),
      placed('alarms', 20, 0, 4, 6),
      placed('weather', 20, 6, 4, 6),
    ],
  },
  '/Cockpit/TotalPerception': {
    theme: 'organisation',
    tourEvery: null,
    mapMode: '2d',
    wide: [
      placed('now', 0, 0, 6, 2),
      placed('docks', 0, 2, 6, 7),
      placed('weather', 0, 9, 6, 3),
      placed('map', 6, 0, 12, 12),
      placed('flights', 18, 0, 6, 6),
      placed('alarms', 18, 6, 6, 6),
    ],
    double: [
      placed('now', 0, 0, 4, 2),
      placed('weather', 0, 2, 4, 10),
      placed('docks', 4, 0, 4, 12),
      placed('map', 8, 0, 8, 12),
      placed('flights', 16, 0, 4, 12),
      placed('alarms', 20, 0, 4, 12),
    ],
  },
};
