import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gatewayOrders } from '@eyrie/dji';
import {
  debugMethods,
  lacksOrbit,
  lacksSearchlight,
  lacksStealth,
  memberMethods,
  psdkMethods,
  searchlightMethods,
  stealthMethods,
  type MemberMethod,
} from '@eyrie/domain';
import { describe, expect, it } from 'vitest';

/** Sources of the console: which button gives which order is looked up in them. */
const sources = join(import.meta.dirname, '../../../console/src');
/** Docks of the three generations. */
const models = ['3-1-0', '3-2-0', '3-3-0'] as const;

/** The monitor of a dock, and flight by hand with it: their folders. */
type Page = 'port-monitor' | 'flight-control';

interface Place {
  page: Page;
  /** The file of the button, and what in it gives the order. */
  file: string;
  gives: RegExp;
  /** A list of which a button is made for each, where the file names no order by itself; it stands in this file. */
  list?: { file: string; name: string };
  /**
   * How the page knows that a model has no such order: by a rule of `domain`, by what the record of the dock allows, or by the
   * reason that the server publishes. Missing: every dock has it.
   */
  lacks?: ((model: string) => boolean) | 'record' | 'offers';
}

const monitor = (file: string, gives: RegExp, more: Partial<Place> = {}): Place => ({
  page: 'port-monitor',
  file,
  gives,
  ...more,
});
const byHand = (file: string, gives: RegExp, more: Partial<Place> = {}): Place => ({
  page: 'flight-control',
  file,
  gives,
  ...more,
});
/** `<Allowed call={commandCalls.…}>` stands around the button of one order. */
const allowed = (method: string): RegExp => new RegExp(`<Allowed call=\\{commandCalls\\.${method}\\}>`);

const placesOf = <Method extends MemberMethod>(
  methods: readonly Method[],
  place: (method: Method) => Place,
): Record<Method, Place> =>
  Object.fromEntries(methods.map((method) => [method, place(method)])) as Record<Method, Place>;

const bar = ['startJob', 'flightPause', 'flightResume', 'hover', 'returnHomeCancel', 'forceEndJob'] as const;
const orbit = ['poiEnter', 'poiSpeed', 'poiExit'] as const;
const sounds = ['speakerReplay', 'speakerStop', 'speakerMode', 'speakerVolume'] as const;
const parts = 'modules/flight-control';

const places = {
  ...placesOf(bar, () =>
    monitor('pages/port-monitor/command-bar.tsx', /flightCommands\.filter[\s\S]*?offered\.map\(/, {
      list: { file: 'modules/command/availability.ts', name: 'flightCommands' },
    }),
  ),
  returnHome: monitor('pages/port-monitor/command-bar.tsx', allowed('returnHome')),
  ...placesOf(debugMethods, (method) =>
    monitor('modules/dock-debug/tools.ts', new RegExp(`(?:\\[|verb\\(\\s*|act: \\{ asks: )'${method}'`), {
      lacks: 'record',
    }),
  ),
  setParameter: monitor('modules/dock-debug/tools.ts', /act: setting\('silent'/),
  ota: monitor('modules/firmware/firmware-panel.tsx', allowed('ota')),
  logQuery: monitor('modules/dock-log/dock-logs.tsx', allowed('logQuery')),
  logUpload: monitor('modules/dock-log/log-listing.tsx', allowed('logUpload')),
  logUploadCancel: monitor('modules/dock-log/log-uploads.tsx', allowed('logUploadCancel')),
  speakerPlay: monitor('modules/speaker/sound-row.tsx', allowed('speakerPlay')),
  ...placesOf(sounds, (method) =>
    monitor('modules/speaker/speaker.queries.ts', new RegExp(`call\\(commandCalls\\.${method},`)),
  ),
  switchVideo: monitor('modules/video/live-picture.tsx', allowed('switchVideo')),
  switchQuality: monitor('modules/video/use-picture.ts', /call\(commandCalls\.switchQuality,/),
  payloadCommands: monitor(`${parts}/payload-panel.tsx`, allowed('payloadCommands')),
  ...placesOf(searchlightMethods, (method) =>
    monitor(`${parts}/searchlight-part.tsx`, new RegExp(`<Order\\s+method="${method}"`), {
      lacks: lacksSearchlight,
    }),
  ),
  widgetSet: monitor(`${parts}/widget-part.tsx`, /<Order\s+method="widgetSet"/),
  widgetText: monitor(`${parts}/widget-part.tsx`, /<Order\s+method="widgetText"/),
  ...placesOf(stealthMethods, () =>
    monitor(`${parts}/stealth-panel.tsx`, /stealthMethods\.map\(/, { lacks: lacksStealth }),
  ),
  takeOff: byHand('pages/flight-control/panels.tsx', /'flyTo' : 'takeOff'/),
  flyTo: byHand('pages/flight-control/panels.tsx', /'flyTo' : 'takeOff'/),
  flyToStop: byHand(`${parts}/fly-panel.tsx`, allowed('flyToStop')),
  ...placesOf(orbit, (method) => byHand(`${parts}/orbit-panel.tsx`, allowed(method), { lacks: lacksOrbit })),
  authorityFlight: byHand('pages/flight-control/control-bars.tsx', /flight: 'authorityFlight'/),
  authorityPayload: byHand('pages/flight-control/control-bars.tsx', /payload: 'authorityPayload'/),
  drcEnter: byHand('modules/drc/drc-panel.tsx', allowed('drcEnter'), { lacks: 'offers' }),
  drcExit: byHand('modules/drc/drc-panel.tsx', allowed('drcExit')),
} satisfies Partial<Record<MemberMethod, Place>>;

/** Orders of docks without a button of their own there, and why. */
const elsewhere = {
  startLive: 'a picture is asked for by showing it',
  stopLive: 'a picture ends with the last who shows it',
  mediaFirst: 'stands at the media of a flight that are still expected',
} as const satisfies Partial<Record<MemberMethod, string>>;

/** Orders that no dock has: of robots, and of whoever holds a remote controller. */
const ofOthers = ['robotGoTo', 'robotPatrol', 'robotReturn', 'robotStop', 'controlRequest', 'controlRelease'];

const textOf = (file: string): string => readFileSync(file, 'utf8');
const imported =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)[^'";]*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'/g;

/** Every file that a page loads, by its path below the sources; types alone load nothing. */
const loadedBy = (page: Page): ReadonlySet<string> => {
  const reached = new Set([join(sources, 'pages', page, 'index.tsx')]);
  // A set that grows is walked to its end.
  for (const file of reached)
    for (const [, named, later] of textOf(file).matchAll(imported)) {
      const next = join(dirname(file), named ?? later ?? '');
      if (/\.tsx?$/.test(next) && existsSync(next)) reached.add(next);
    }
  return new Set([...reached].map((file) => relative(sources, file).replaceAll('\\', '/')));
};
const loaded: Readonly<Record<Page, ReadonlySet<string>>> = {
  'port-monitor': loadedBy('port-monitor'),
  'flight-control': loadedBy('flight-control'),
};

const has = (model: string, method: MemberMethod): boolean => gatewayOrders(model, method);
const listed = (file: string, name: string): string =>
  new RegExp(`\\b${name} = \\[([^\\]]*)\\]`).exec(textOf(join(sources, file)))?.[1] ?? '';

describe('every order of a dock that is declared', () => {
  it('has its place on a page, or is named with the reason why it has none', () => {
    const ofDocks = memberMethods.filter((method) => models.some((model) => has(model, method)));
    expect([...Object.keys(places), ...Object.keys(elsewhere)].toSorted()).toEqual(ofDocks.toSorted());
    expect(memberMethods.filter((method) => !ofDocks.includes(method)).toSorted()).toEqual(
      ofOthers.toSorted(),
    );
    expect(psdkMethods.filter((method) => !Object.hasOwn(places, method))).toEqual([]);
  });

  it('is looked for among all that the pages load', () => {
    for (const page of Object.keys(loaded) as Page[]) expect(loaded[page].size).toBeGreaterThan(100);
  });

  it.each(Object.entries<Place>(places))('%s is given by a button of its page', (method, place) => {
    const { page, file, gives, list } = place;
    expect([...loaded[page]]).toContain(file);
    expect(textOf(join(sources, file))).toMatch(gives);
    if (list) expect(listed(list.file, list.name)).toContain(`'${method}'`);
  });

  it.each(models.flatMap((model) => Object.entries<Place>(places).map((one) => [model, ...one] as const)))(
    'on %s %s is offered where the model has it, and only there',
    (model, method, { lacks }) => {
      const known = has(model, method as MemberMethod);
      if (typeof lacks === 'function') expect(lacks(model)).toBe(!known);
      // What every dock has needs no rule; a record and the offers of the server come of the same table.
      else if (!known) expect(['record', 'offers']).toContain(lacks);
    },
  );
});
