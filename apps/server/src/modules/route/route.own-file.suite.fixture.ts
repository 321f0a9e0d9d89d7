import { routeCalls, type RouteDetail, type RoutePlan } from '@eyrie/domain';
import { freshPlan } from '@eyrie/planner';
import { packKmz } from '@eyrie/testing';
import { filesOf, kmzLimits, planPath } from '@eyrie/wpml';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { readFile } from './route.file.ts';
import { call, draw, objects, plan, planOf, rooms, upload } from './route.fixture.ts';

const waylines = 'wpmz/waylines.wpml';
const decoder = new TextDecoder();
const place = (lng: number, lat: number) => ({ lng, lat });
const outer = [place(113.95, 22.54), place(113.953, 22.54), place(113.953, 22.542), place(113.95, 22.542)];
const line = [place(113.95, 22.54), place(113.952, 22.541)];
const camera = { settings: plan().settings };
const area = (more: Partial<RoutePlan['area']>): RoutePlan['area'] => ({
  ...freshPlan('regionalMapping').area,
  ...more,
});
const field: RoutePlan = {
  ...freshPlan('regionalMapping'),
  ...camera,
  area: area({ parts: [{ outer, holes: [] }] }),
};
const kinds: [name: string, plan: RoutePlan][] = [
  ['points', plan()],
  ['an area', field],
  ['a corridor', { ...freshPlan('regional'), ...camera, area: area({ pattern: 'corridor', line }) }],
  [
    'a facade',
    {
      ...freshPlan('regionalMapping'),
      ...camera,
      area: area({ pattern: 'facade', line, distance: 30, bottom: 30, top: 50 }),
    },
  ],
  [
    'an orbit',
    {
      ...freshPlan('poi'),
      ...camera,
      interest: { ...freshPlan('poi').interest, centre: { ...place(113.95, 22.54), height: 10 } },
    },
  ],
];

/** The file of a route as it is handed out, entry by entry. */
async function handedOut(oid: string): Promise<Record<string, Uint8Array>> {
  const { body } = await call<BytesAnswer>(routeCalls.exportFile, { oid, as: 'kmz' });
  const bytes = new Uint8Array(await new Response(body as never).arrayBuffer());
  return Object.fromEntries(filesOf(bytes, kmzLimits, () => true));
}
const altered = (
  files: Record<string, Uint8Array>,
  name: string,
  change: (text: string) => string,
): Uint8Array => {
  const before = decoder.decode(files[name]);
  const after = change(before);
  expect(after).not.toBe(before);
  return packKmz({ ...files, [name]: new TextEncoder().encode(after) });
};
const back = (bytes: Uint8Array): Promise<RouteDetail> => upload('back.kmz', {}, undefined, bytes);

export function ownFileSuite(): void {
  describe('a file of ours', () => {
    it.each(kinds)('of %s comes back as what it was', async (_, drawn) => {
      const made = await draw({ plan: drawn });
      const read = await back(packKmz(await handedOut(made.oid)));
      const { type, creationMethod, waypoints, duration, length, warnings } = made;
      expect(read).toMatchObject({ type, creationMethod, waypoints, duration, length, warnings });
      expect(await planOf(read.oid)).toMatchObject({ plan: drawn, origin: false });
    });

    it('keeps its plan from aircraft: what is stored has none', async () => {
      const made = await draw({ plan: field });
      const read = await back(packKmz(await handedOut(made.oid)));
      const { rows } = await sql<{ key: string }>`select object_key as key from route`.execute(rooms.db);
      expect(rows).toHaveLength(2);
      for (const { key } of rows) {
        const bytes = await readFile(objects, { objectKey: key, checksum: null });
        expect([...filesOf(bytes, kmzLimits, () => true).keys()]).toEqual(['wpmz/template.kml', waylines]);
      }
      expect(read.creationMethod).toBe('own');
    });

    it('is taken as one from elsewhere where its plan tells another route than it flies', async () => {
      const made = await draw({ plan: field });
      const files = await handedOut(made.oid);
      const lower = (text: string): string => {
        const said = JSON.parse(text) as RoutePlan;
        return JSON.stringify({
          ...said,
          settings: { ...said.settings, height: said.settings.height - 1 },
        });
      };
      const lies: Record<string, Uint8Array> = {
        'a plan one metre lower': altered(files, planPath, lower),
        'waylines one metre higher at one point': altered(files, waylines, (text) =>
          text.replace(/<wpml:executeHeight>[^<]*/, (found) => `${found.split('>')[0]}>999`),
        ),
        'waylines with an action more': altered(files, waylines, (text) =>
          text.replace('</Placemark>', '<wpml:isRisky>1</wpml:isRisky></Placemark>'),
        ),
        'another end of the flight': altered(files, waylines, (text) => text.replace('goHome', 'autoLand')),
        'no plan at all': packKmz({ ...files, [planPath]: new TextEncoder().encode('"nonsense"') }),
      };
      for (const [name, bytes] of Object.entries(lies)) {
        const read = await back(bytes);
        expect([read.type, read.creationMethod], name).toEqual(['waypoint', 'DJI']);
        expect((await planOf(read.oid)).origin, name).toBe(true);
      }
    });

    it('has no warning let stand by whoever wrote it', async () => {
      const made = await draw({ plan: { ...plan(), acknowledged: ['clearance'] } });
      const read = await back(packKmz(await handedOut(made.oid)));
      expect((await planOf(read.oid)).plan.acknowledged).toEqual([]);
    });
  });
}
